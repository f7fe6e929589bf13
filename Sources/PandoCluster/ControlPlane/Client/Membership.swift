package import Logging
package import PandoHosting
import Synchronization
import ZeroMQ

/// Keeps a worker registered: joins, beats, joins again after the coordinator has forgotten it or
/// has restarted, and leaves at the end.
///
/// A coordinator that is away, or refuses, does not stop the worker: it tries again, and logs one line when an
/// outage begins and one when it ends. One that never joined ends where only another build would be let in. Beats run on a thread of their own, so that a worker whose
/// effects take up the concurrency pool stays a member.
package final class Membership: Sendable {
  private let client: CoordinatorClient
  private let record: WorkerRecord
  private let logger: Logger
  private let load: @Sendable () async -> WorkerLoad
  private let drainLeft: @Sendable () -> DrainLeft?
  private let onDrain: @Sendable (_ withinMilliseconds: Int?) -> Void
  private let held = Mutex<WorkerLease?>(nil)
  private let ending = Mutex<LastingRefusal?>(nil)
  /// The number of beats after which another coordinator was tried.
  private let turns = Atomic<Int>(0)

  /// - Parameters:
  ///   - drainLeft: Says how the worker drains by itself; nil while it does not.
  ///   - onDrain: Told with each beat for how long effects may go on where the worker is to drain, and nil
  ///     where it is to host children.
  package init(
    client: CoordinatorClient, record: WorkerRecord, logger: Logger,
    load: @escaping @Sendable () async -> WorkerLoad,
    drainLeft: @escaping @Sendable () -> DrainLeft? = { nil },
    onDrain: @escaping @Sendable (_ withinMilliseconds: Int?) -> Void = { _ in }
  ) {
    self.client = client
    self.record = record
    self.logger = logger
    self.load = load
    self.drainLeft = drainLeft
    self.onDrain = onDrain
  }

  /// The lease that it was given last; nil before it has joined, and after it has left.
  package var lease: WorkerLease? { held.withLock { $0 } }

  /// Why it ended by itself; nil where it did not.
  package var lastingRefusal: LastingRefusal? { ending.withLock { $0 } }

  /// Returns when its task is cancelled, after it has left; or with a `lastingRefusal`.
  package func run() async {
    await ControlExecutor.prefer { [self] in
      await stayMember()
      await leave()
    }
  }

  private func stayMember() async {
    let log = OutageLog(endpoints: client.outageLog.endpoints, logger: logger)
    var outage = Outage()
    var rejoining = Rejoining()
    var hasJoined = false
    while !Task.isCancelled {
      do {
        let pause = try await joinOrBeat(&rejoining)
        hasJoined = true
        if let trouble = outage.end() { log.tellEnd(trouble) }
        await ControlExecutor.sleep(milliseconds: pause)
      } catch is CancellationError {
        return
      } catch {
        let trouble = CoordinatorTrouble(error)
        // What a member hosts goes on, and its coordinator may be taken back to the build that it had.
        if trouble == .version, !hasJoined {
          let text = "This worker ends, as no coordinator lets it in (\(client.endpoint)). \(error)"
          return ending.withLock { $0 = LastingRefusal(description: text) }
        }
        let (isNews, pause) = outage.attemptFailed(trouble)
        if isNews { log.tellBegin(error) }
        await ControlExecutor.sleep(milliseconds: pause)
      }
    }
  }

  /// The time that a coordinator may take to hear of the end: one that is gone must not delay it,
  /// and one that is there forgets the worker anyway.
  private static let leaveMilliseconds = 500

  /// Returns how long to wait before the next beat.
  private func joinOrBeat(_ rejoining: inout Rejoining) async throws -> Int {
    if let lease {
      let answer = try await beat(lease)
      if answer.isKnown {
        rejoining.wasKnown(atMilliseconds: MonotonicClock.nowMilliseconds())
        onDrain(answer.drainMilliseconds)
        return Rejoining.interval(lease.beatIntervalMilliseconds)
      }
      await waitToRejoin(&rejoining)
    }
    let isFirst = lease == nil
    var record = record
    record.drain = drainLeft()
    let lease = try await client.join(record)
    held.withLock { $0 = lease }
    rejoining.joined(
      lifeMilliseconds: lease.lifeMilliseconds, atMilliseconds: MonotonicClock.nowMilliseconds())
    logger.info(
      isFirst ? "Joined the coordinator." : "Joined the coordinator again: it did not know us.",
      metadata: ["endpoint": "\(client.endpoint)", "id": "\(lease.id)"])
    // Soon, so that the coordinator knows the load that is there already.
    return isFirst ? Rejoining.interval(lease.beatIntervalMilliseconds) : 0
  }

  /// The number of times that a worker is forgotten in a row before it warns.
  private static let forgottenAtMost = 3

  /// Waits before it joins again, longer each time, and says so where that does not help.
  private func waitToRejoin(_ rejoining: inout Rejoining) async {
    let pause = rejoining.wasForgotten()
    if pause > 0, rejoining.count == Self.forgottenAtMost {
      logger.warning(
        """
        The coordinator forgets this worker again and again. Perhaps another one joins from the same endpoint: \
        start each with an endpoint of its own, where clients reach it and no other (--advertise).
        """,
        metadata: [
          "coordinator": "\(client.endpoint)", "endpoint": "\(record.endpoint)",
          "name": "\(record.name)",
        ])
    }
    if pause > 0 { await ControlExecutor.sleep(milliseconds: pause) }
  }

  /// Beats at the coordinator that answered last. Where that cannot keep the lease, another one is tried with each
  /// beat; it stays with the first while none is better.
  private func beat(_ lease: WorkerLease) async throws -> BeatAnswer {
    let load = await load()
    let answer = try await client.beat(lease.id, load: load)
    guard answer.isKnown, answer.isKept == false else { return answer }
    let turn = turns.wrappingAdd(1, ordering: .relaxed).oldValue
    guard let better = await client.beatElsewhere(lease.id, load: load, turn: turn) else {
      return answer
    }
    logger.notice(
      "The coordinator has lost its registry; the worker beats at another.",
      metadata: ["endpoint": "\(client.endpoint)"])
    return better
  }

  /// Has the coordinator place nothing more on the worker, which is about to end.
  package func tellOfEnd() {
    guard let lease, let left = drainLeft() else { return }
    ControlExecutor.run { [client] in
      try? await client.end(lease.id, withinMilliseconds: left.milliseconds)
    }
  }

  private func leave() async {
    let lease = held.withLock { lease in
      defer { lease = nil }
      return lease
    }
    guard let lease else { return }
    // A task of its own, because this one is cancelled, and its calls with it.
    let leaving = ControlExecutor.run { [client] in
      _ = try? await client.leave(lease.id)
    }
    ControlExecutor.after(milliseconds: Self.leaveMilliseconds) { leaving.cancel() }
    await leaving.value
  }
}
