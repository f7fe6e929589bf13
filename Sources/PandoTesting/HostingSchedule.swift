import Pando

/// A plan for the workers of one hosted run of a program, and the pace of the actions.
///
/// A check makes random ones with `.random()`. One that is written out repeats a run:
///
/// ```swift
/// HostingSchedule(FaultPlan([3: .kill], workers: 2), pace: .ahead(jobs: 2))
/// ```
public struct HostingSchedule: Hashable, Sendable {
  /// The pace at which actions are sent.
  public enum Pace: Hashable, Sendable {
    /// Each action once everything before it has come to rest.
    case settled

    /// Each action when so many steps of workers and effects were made after the one before, at most.
    /// With 0, all at once: everything is reduced ahead of its turn.
    case ahead(jobs: Int)
  }

  /// The faults of the workers.
  public var faults: FaultPlan

  /// The pace at which actions are sent.
  public var pace: Pace

  /// The actions of the program, counted from 1, behind which the store ends as if its process were killed, and goes on
  /// with what a journal would have. Takes a state and actions that are `Codable`.
  public var restarts: Set<Int>

  /// The list that it is from, as it is written in a program, for the message of a failure.
  private(set) var origin: String?

  /// A schedule with the given failures, pace and restarts.
  public init(_ faults: FaultPlan, pace: Pace = .settled, restarts: Set<Int> = []) {
    self.faults = faults
    self.pace = pace
    self.restarts = restarts
  }
}

extension HostingSchedule {
  /// The same, as a part of a list.
  func made(by origin: String) -> HostingSchedule {
    var schedule = self
    schedule.origin = origin
    return schedule
  }

  /// Returns whether both say the same, wherever they are from.
  public static func == (left: HostingSchedule, right: HostingSchedule) -> Bool {
    left.faults == right.faults && left.pace == right.pace && left.restarts == right.restarts
  }

  /// Hashes what the schedule says.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(faults)
    hasher.combine(pace)
    hasher.combine(restarts)
  }
}

extension HostingSchedule: CustomStringConvertible {
  /// The schedule as it is written in a program.
  public var description: String {
    let restarts = restarts.isEmpty ? "" : ", restarts: \(restarts.sorted())"
    return "HostingSchedule(\(faults), pace: .\(pace)\(restarts))"
  }
}
