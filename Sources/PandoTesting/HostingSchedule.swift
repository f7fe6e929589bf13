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

  /// The list that it is from, as it is written in a program, for the message of a failure.
  private(set) var origin: String?

  /// A schedule with the given failures and pace.
  public init(_ faults: FaultPlan, pace: Pace = .settled) {
    self.faults = faults
    self.pace = pace
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
    left.faults == right.faults && left.pace == right.pace
  }

  /// Hashes what the schedule says.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(faults)
    hasher.combine(pace)
  }
}

extension HostingSchedule: CustomStringConvertible {
  /// The schedule as it is written in a program.
  public var description: String { "HostingSchedule(\(faults), pace: .\(pace))" }
}
