import Pando
import PandoHosting
import Synchronization

/// A worker in the client's own process that answers when a step lets it, and may fail.
final class FaultyWorker: HostingLink {
  private struct Traffic {
    var toWorker: [[UInt8]] = []
    var toClient: [[UInt8]] = []
    /// True if effects left something to take.
    var hasOutput = false
    var isDead = false
    /// The steps before which nothing reaches it, and nothing leaves.
    var cutOffUntil = 0
    var heldUntil = 0
  }

  let name: String
  /// Its place among the workers of its backend.
  let slot: Int
  private let host: LoopbackWorker
  private let traffic = Mutex(Traffic())
  private let onWork: @Sendable () -> Void

  /// - Parameter onWork: Called when it has something to do, with the store's lock held or not.
  init(name: String, slot: Int, host: LoopbackWorker, onWork: @escaping @Sendable () -> Void) {
    self.name = name
    self.slot = slot
    self.host = host
    self.onWork = onWork
    host.onOutput { [weak self] in
      self?.traffic.withLock { $0.hasOutput = true }
      onWork()
    }
  }

  func register(_ feature: any HostedFeature) {
    host.register(feature)
  }

  var hasWork: Bool {
    traffic.withLock {
      !$0.isDead && ($0.hasOutput || !$0.toWorker.isEmpty || !$0.toClient.isEmpty)
    }
  }

  func effects(of lane: LaneID, _ sequence: SequenceNumber) -> [HostedEffectStatus] {
    host.effects(of: lane, sequence)
  }

  // MARK: - For the store

  func send(_ batch: UnsafeRawBufferPointer) -> [UInt8]? {
    if unsafe batch.isEmpty { return nil }
    let bytes = unsafe [UInt8](copying: batch)
    traffic.withLock { if !$0.isDead { $0.toWorker.append(bytes) } }
    onWork()
    return nil
  }

  func countCommits(_ count: Int) {}

  /// Both ends are this library, so this is its own fault.
  func refuse(reason: String) {
    preconditionFailure("\(name) and its store disagree: \(reason)")
  }

  // MARK: - For steps

  func hold(until step: Int) {
    traffic.withLock { $0.heldUntil = step }
  }

  func cutOff(until step: Int) {
    traffic.withLock { $0.cutOffUntil = step }
  }

  /// Takes in what was sent to it, and keeps the answers.
  func takeIn(at step: Int) {
    let batches = traffic.withLock { traffic -> [[UInt8]]? in
      guard step >= traffic.cutOffUntil, !traffic.isDead else { return nil }
      defer { traffic.toWorker = [] }
      traffic.hasOutput = false
      return traffic.toWorker
    }
    guard let batches else { return }
    // The empty one asks for what effects left.
    for batch in batches + [[]] {
      guard let answers = unsafe batch.withUnsafeBytes({ unsafe host.answers(to: $0) }) else {
        continue
      }
      traffic.withLock { $0.toClient.append(answers) }
    }
  }

  /// Takes the answers that reach the client in a step.
  func takeAnswers(at step: Int) -> [[UInt8]] {
    traffic.withLock { traffic in
      guard step >= traffic.cutOffUntil, step >= traffic.heldUntil, !traffic.isDead else {
        return []
      }
      defer { traffic.toClient = [] }
      return traffic.toClient
    }
  }

  /// Ends it with all that it runs, and all that is under way to it and from it.
  func die() {
    traffic.withLock { $0.isDead = true }
    host.stop()
  }
}
