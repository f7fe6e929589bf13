import PandoCluster
import PandoHosting

/// The features that workers host, by name and by build: a state or an action of another shape is another build.
struct FeatureTable {
  private(set) var table = TextTable(
    ["feature", "state", "action", "workers", "on"], right: [3])

  init(_ workers: [ClusterStatus.Worker]) {
    var hosts: [FeatureDescriptor: [String]] = [:]
    for worker in workers {
      for feature in worker.features { hosts[feature, default: []].append(worker.name) }
    }
    // A descriptor's text is its name with the fingerprints behind it.
    let features = hosts.keys.sorted { "\($0)" < "\($1)" }
    for feature in features {
      let names = (hosts[feature] ?? []).sorted()
      let more = names.count > 4 ? ", ..." : ""
      table.add([
        feature.name, "\(feature.state)", "\(feature.action)", "\(names.count)",
        names.prefix(4).joined(separator: ", ") + more,
      ])
    }
  }
}
