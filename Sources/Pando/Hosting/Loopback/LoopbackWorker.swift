import IssueReporting
import PandoHosting
import Synchronization

/// A worker in the client's own process. It answers what it is sent at once, or by steps that others
/// take.
package final class LoopbackWorker: HostingLink {
  private struct Guarded {
    /// Nil once it has ended.
    var session: HostSession?
    /// The batches that it has yet to take in, oldest first.
    var batches: [[UInt8]] = []
    var refusal: String?
  }

  package let name: String
  /// Its place among the workers of its backend.
  package let slot: Int
  private let guarded = Mutex(Guarded())
  /// Nil where it answers at once.
  private let onWork: (@Sendable () -> Void)?
  /// Nil where others may end it with effects that take too long.
  private let timer: LoopbackTimer?

  /// - Parameter onWork: Called when it has something to do, with the store's lock held or not. Nil has it
  ///   answer at once.
  init(
    name: String, slot: Int, client: any HostingClient, dependencies: DependencyValues,
    executor: (any TaskExecutor)?, onWork: (@Sendable () -> Void)?, reporters: [any IssueReporter],
    findFeature:
      @escaping @Sendable (FeatureDescriptor) throws(HostingRefusal) -> any HostedFeature
  ) {
    self.name = name
    self.slot = slot
    self.onWork = onWork
    timer = onWork == nil ? LoopbackTimer(reporters: reporters) : nil
    var onDeferred: (@Sendable (DeferredWork) -> Void)?
    if onWork == nil {
      // It takes messages in with the store's lock held.
      onDeferred = { [weak client] work in
        if let client { client.run(work) } else { work.run() }
      }
    }
    let session = HostSession(
      findFeature: findFeature,
      dependencies: dependencies,
      executor: executor,
      onOutput: { [weak self, weak client] in
        guard let self else { return }
        if let onWork { onWork() } else { client?.pump(self) }
      },
      onReport: { reportIssue($0) },
      onDeferred: onDeferred)
    timer?.watch(session)
    guarded.withLock { $0.session = session }
  }

  // MARK: - For the store

  package func send(_ batch: UnsafeRawBufferPointer) -> [UInt8]? {
    guard let onWork else { return answers(to: batch) }
    if batch.isEmpty { return nil }
    let bytes = [UInt8](copying: batch)
    guarded.withLock { if $0.session != nil { $0.batches.append(bytes) } }
    onWork()
    return nil
  }

  private func answers(to batch: UnsafeRawBufferPointer) -> [UInt8]? {
    guard let session = guarded.withLock({ $0.session }) else { return nil }
    if !batch.isEmpty {
      do throws(HostingRefusal) {
        try session.receive(batch)
      } catch {
        disagree(error.reason)
      }
    }
    // An effect may add to what was empty a moment ago.
    var answers: [UInt8] = []
    while let part = session.takeOutput() { answers += part }
    return answers.isEmpty ? nil : answers
  }

  package func countCommits(_ count: Int) {}

  package var isOwnProcess: Bool { onWork == nil }

  package func refuse(reason: String) {
    guard let onWork else { disagree(reason) }
    guarded.withLock { $0.refusal = reason }
    onWork()
  }

  /// Both ends are this library, so this is its own fault.
  package func disagree(_ reason: String) -> Never {
    preconditionFailure("\(name) and its store disagree: \(reason)")
  }

  func effects(of lane: LaneID, _ sequence: SequenceNumber) -> [HostedEffectStatus] {
    guarded.withLock { $0.session }?.effectStatus(of: lane, sequence) ?? []
  }

  // MARK: - For steps

  /// True if a step would bring something about.
  package var hasWork: Bool {
    let (session, isDue) = guarded.withLock {
      ($0.session, !$0.batches.isEmpty || $0.refusal != nil)
    }
    guard let session else { return false }
    return isDue || session.outputByteCount > 0
  }

  /// The store's reason for giving it up.
  package var refusal: String? { guarded.withLock { $0.refusal } }

  /// Takes in the oldest batch that it was sent. Returns false when there is none.
  package func takeIn() throws(HostingRefusal) -> Bool {
    let next = guarded.withLock { guarded -> (HostSession, [UInt8])? in
      guard let session = guarded.session, !guarded.batches.isEmpty else { return nil }
      return (session, guarded.batches.removeFirst())
    }
    guard let (session, batch) = next else { return false }
    try session.receive(batch)
    return true
  }

  /// Takes the answers that are ready; nil when there are none.
  func takeAnswers() -> [UInt8]? {
    guarded.withLock { $0.session }?.takeOutput()
  }

  /// Ends it with all that it runs, and all that is under way to it and from it. Returns false where it had
  /// ended before.
  @discardableResult
  package func stop() -> Bool {
    let session = guarded.withLock { guarded in
      defer { guarded = Guarded() }
      return guarded.session
    }
    session?.end()
    return session != nil
  }
}
