import Pando
import PandoHosting
import Synchronization

// For those who share the workers among several stores.
extension PoolBackend {
  /// Takes in the features that a store's tree is known to have.
  func declare(_ features: [any HostedFeature], _ dependencies: DependencyValues) {
    dependencies.reportUnreachableOverrides(for: features)
    let news = change { state in
      let known = Set(state.machine.declared.map(\.feature))
      let news = features.filter { !known.contains($0.descriptor) }
      state.machine.declared += news.map { feature in
        DeclaredFeature(
          feature.descriptor, labels: labels(for: feature), place: feature.location?.description)
      }
      return news
    }
    let parts = news.map { ($0.descriptor.name, $0.partsOfCodableAlone) }
    change { state in
      for (feature, parts) in parts { state.codingAdvice.watch(feature, parts) }
    }
  }

  /// The labels of workers that may host a feature. A worker of others that has its sandbox says so by one.
  func labels(for feature: any HostedFeature) -> [String] {
    guard let sandbox = feature.sandbox, sandbox.enforcement == .required,
      source.confinement == nil
    else { return feature.labels }
    return feature.labels + [sandbox.label]
  }

  var links: [WorkerLink] { state.withLock { Array($0.links.values) } }
}
