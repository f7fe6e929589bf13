import PandoHosting

/// A worker in the client's own process: it answers when it is flushed.
final class LoopbackLink: HostingLink {
  let name = "the in-process host"
  private let worker: LoopbackWorker

  init(client: any HostingClient, dependencies: DependencyValues) {
    worker = LoopbackWorker(dependencies: dependencies, limitsEffects: true)
    worker.onOutput { [weak self, weak client] in
      if let self { client?.pump(self) }
    }
    // It takes messages in with the store's lock held.
    worker.onDeferred { [weak client] work in
      if let client { client.run(work) } else { work.run() }
    }
  }

  func register(_ feature: any HostedFeature) {
    worker.register(feature)
  }

  func send(_ batch: UnsafeRawBufferPointer) -> [UInt8]? {
    worker.answers(to: batch)
  }

  func countCommits(_ count: Int) {}

  var isOwnProcess: Bool { true }

  /// Both ends are this library, so this is its own fault.
  func refuse(reason: String) {
    preconditionFailure("the in-process host and its store disagree: \(reason)")
  }

  func effects(of lane: LaneID, _ sequence: SequenceNumber) -> [HostedEffectStatus] {
    worker.effects(of: lane, sequence)
  }

  func stop() {
    worker.stop()
  }
}
