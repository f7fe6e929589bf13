import IssueReporting
package import PandoHosting
import PandoWire
import Synchronization

/// The worker's end of a link that stays in the client's own process.
package final class LoopbackWorker: Sendable {
  private struct Guarded {
    var features: [FeatureDescriptor: any HostedFeature] = [:]
    var session: HostSession?
    var onOutput: (@Sendable () -> Void)?
    var onDeferred: (@Sendable (DeferredWork) -> Void)?
  }

  private let guarded = Mutex(Guarded())
  private let timer: LoopbackTimer?

  /// - Parameter limitsEffects: Whether effects may take no longer than their features say.
  package init(
    dependencies: DependencyValues, executor: (any TaskExecutor)? = nil,
    limitsEffects: Bool = false
  ) {
    timer = limitsEffects ? LoopbackTimer() : nil
    let session = HostSession(
      findFeature: { [weak self] descriptor throws(HostingRefusal) in
        guard let feature = self?.guarded.withLock({ $0.features[descriptor] }) else {
          throw HostingRefusal(reason: "\(descriptor) is not hosted here")
        }
        return feature
      },
      dependencies: dependencies,
      executor: executor,
      onOutput: { [weak self] in self?.guarded.withLock { $0.onOutput }?() },
      onReport: { reportIssue($0) },
      onDeferred: { [weak self] work in
        if let run = self?.guarded.withLock({ $0.onDeferred }) { run(work) } else { work.run() }
      })
    timer?.watch(session)
    guarded.withLock { $0.session = session }
  }

  /// Says what is to be called when effects left something to take; set before the first message.
  package func onOutput(_ body: @escaping @Sendable () -> Void) {
    guarded.withLock { $0.onOutput = body }
  }

  /// Says who runs what must not run where messages are taken in; set before the first message.
  func onDeferred(_ body: @escaping @Sendable (DeferredWork) -> Void) {
    guarded.withLock { $0.onDeferred = body }
  }

  package func register(_ feature: any HostedFeature) {
    guarded.withLock { $0.features[feature.descriptor] = feature }
  }

  /// Takes in a batch, which may be empty, and returns what there is to say.
  package func answers(to batch: UnsafeRawBufferPointer) -> [UInt8]? {
    guard let session = guarded.withLock({ $0.session }) else { return nil }
    if !batch.isEmpty {
      do throws(HostingRefusal) {
        try session.receive(batch)
      } catch {
        preconditionFailure("the in-process host and its store disagree: \(error.reason)")
      }
    }
    // An effect may add to what was empty a moment ago.
    var answers: [UInt8] = []
    while let part = session.takeOutput() { answers += part }
    return answers.isEmpty ? nil : answers
  }

  package func effects(of lane: LaneID, _ sequence: SequenceNumber) -> [HostedEffectStatus] {
    guarded.withLock { $0.session }?.effectStatus(of: lane, sequence) ?? []
  }

  /// Cancels every effect and frees every host.
  package func stop() {
    let session = guarded.withLock { guarded in
      defer { guarded.session = nil }
      return guarded.session
    }
    session?.end()
  }
}
