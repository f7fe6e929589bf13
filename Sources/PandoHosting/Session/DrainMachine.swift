/// The way of a worker out of service: its clients take their lanes elsewhere, and a process that is to end
/// does so once it is empty, or at its deadline.
///
/// Pure: time arrives with the events, in milliseconds of a clock that never goes back.
package struct DrainMachine: Equatable, Sendable {
  package enum Event: Equatable, Sendable {
    /// The operator has it drained; said again and again by the coordinator.
    case drain(withinMilliseconds: Int)
    /// The operator has it host lanes again.
    case undrain
    /// The process is to end.
    case terminate(withinMilliseconds: Int)
    /// The process is to end as an effect hangs. Said again, or while it is to end sooner, that changes nothing.
    case abandon(withinMilliseconds: Int)
    /// Time has passed; so many lanes are left.
    case tick(laneCount: Int)
  }

  package enum Directive: Equatable, Sendable {
    /// Tell every client that the worker drains, and for how long effects may go on.
    case tell(withinMilliseconds: Int)
    /// Tell every client that it drains no longer.
    case tellUndrained
    /// End now.
    case stop
  }

  private var deadline: Int?
  /// True if the process is to end.
  package private(set) var isTerminating = false

  /// The time that clients have from the deadline that they are told to the end of the process: to take lanes
  /// with what these run.
  private static let graceMilliseconds = 500
  /// A deadline that differs by less is the same, told by two clocks.
  private static let sameMilliseconds = 1_000

  package init() {}

  package var isDraining: Bool { deadline != nil }

  /// Returns the time that effects may still take, for a client that has just come; nil while the worker does not
  /// drain.
  package func left(now: Int) -> Int? { deadline.map { told($0, now) } }

  /// Returns the time until the deadline; nil while the worker does not drain.
  package func remaining(now: Int) -> Int? { deadline.map { max(0, $0 - now) } }

  private func told(_ deadline: Int, _ now: Int) -> Int {
    let left = max(0, deadline - now)
    return isTerminating ? max(left / 2, left - Self.graceMilliseconds) : left
  }

  package mutating func handle(_ event: Event, now: Int) -> Directive? {
    switch event {
    case .drain(let milliseconds):
      guard !isTerminating else { return nil }
      let wanted = now + min(max(0, milliseconds), DrainLeft.millisecondsAtMost)
      if let deadline, abs(deadline - wanted) < Self.sameMilliseconds { return nil }
      // Of one that has passed nothing is left to tell.
      if let deadline, deadline <= now, wanted <= now { return nil }
      deadline = wanted
      return .tell(withinMilliseconds: told(wanted, now))
    case .undrain:
      guard !isTerminating, deadline != nil else { return nil }
      deadline = nil
      return .tellUndrained
    case .terminate(let milliseconds):
      // Who asks twice does not want to wait.
      if isTerminating { return .stop }
      isTerminating = true
      let wanted = now + min(max(0, milliseconds), DrainLeft.millisecondsAtMost)
      deadline = wanted
      return milliseconds > 0 ? .tell(withinMilliseconds: told(wanted, now)) : .stop
    case .abandon(let milliseconds):
      let wanted = now + min(max(0, milliseconds), DrainLeft.millisecondsAtMost)
      if isTerminating, let deadline, deadline <= wanted { return nil }
      isTerminating = true
      deadline = wanted
      return .tell(withinMilliseconds: told(wanted, now))
    case .tick(let laneCount):
      guard isTerminating, let deadline else { return nil }
      return laneCount == 0 || deadline <= now ? .stop : nil
    }
  }
}
