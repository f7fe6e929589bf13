import PandoHosting
import Synchronization

// Where the thread that handles messages is, for a watch that judges by it.
extension HostSession {
  /// The host of a lane, whose code runs from now on.
  func enter(_ lane: LaneID) -> AnyHost? {
    let host = hosts[lane]
    enter(
      lane, timeoutMilliseconds: host?.timeoutMilliseconds ?? HostedTimeout.standardMilliseconds)
    return host
  }

  /// Notes whose code runs from now on, and how long it may take. The step is counted before: whoever sees the new
  /// time sees that it has just begun.
  func enter(_ lane: LaneID, timeoutMilliseconds: Int) {
    BlackBox.enters(BlackBox.Place(client: identity, lane: lane.rawValue))
    currentLane.store(lane.rawValue, ordering: .relaxed)
    currentTimeout.store(timeoutMilliseconds, ordering: .releasing)
  }

  /// Counts a step that is no action to be reduced, with the lock held.
  func countStep() {
    progress.store(progress.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
  }

  /// Notes, with the lock held, that no reducer runs from now on. Users' code may: cancellation handlers, and what frees
  /// states. That is of no lane, and has the standard time, from now on.
  func leaveLane() {
    countStep()
    BlackBox.enters(BlackBox.Place())
    currentLane.store(Self.noLane, ordering: .relaxed)
    currentTimeout.store(HostedTimeout.standardMilliseconds, ordering: .releasing)
  }

  /// Where there is no lane: the first has the number 1.
  static let noLane: UInt64 = 0

  /// The position of the thread that handles messages. For other threads.
  package var position: HostPosition {
    let timeoutMilliseconds = currentTimeout.load(ordering: .acquiring)
    let lane = currentLane.load(ordering: .relaxed)
    return HostPosition(
      messageCount: reducedCount &+ progress.load(ordering: .relaxed),
      lane: lane == Self.noLane ? nil : LaneID(rawValue: lane),
      timeoutMilliseconds: timeoutMilliseconds)
  }
}
