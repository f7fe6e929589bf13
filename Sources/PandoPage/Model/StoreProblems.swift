package import Pando
import PandoCluster
import PandoHosting

/// Finds what is wrong with a program's store: from its workers and children as they stand, and from what happened within
/// the last hour.
///
/// Pure: the time is told to it.
package struct StoreProblems {
  /// The time from which on it is told that a child waits, or that its window is full.
  static let patienceMilliseconds = 5_000
  /// The time for which something that is over is told of.
  static let pastMilliseconds = 3_600_000
  /// The number of problems that are told of.
  static let problemsAtMost = 64

  /// The time without a look after which conditions count from anew: nobody knows what was between.
  static let gapMilliseconds = 5_000

  /// A condition that lasts: of one worker, or of one child.
  private struct Condition: Hashable {
    var severity: ClusterProblem.Severity
    var subject: String
    var text: String
    var advice: String
    /// The child, where it is one's.
    var child: UInt64?
    var isPatient = false
  }

  private var onsets = Onsets<Condition>()
  private var lookedAt = 0

  package init() {}

  /// Returns the problems, the worst first.
  ///
  /// Complexity: O(workers + children + events).
  package mutating func problems(
    workers: [HostedWorker], children: [HostedChild], events: [PageDocument.Event],
    atMilliseconds now: Int
  ) -> (shown: [PageDocument.Problem], leftOut: Int) {
    if now - lookedAt > Self.gapMilliseconds { onsets = Onsets() }
    lookedAt = now
    let conditions = Self.conditions(workers) + Self.conditions(children)
    let ages = onsets.look(at: conditions, atMilliseconds: now)
      .filter { !$0.key.isPatient || $0.value >= Self.patienceMilliseconds }
    let problems = (Self.lasting(ages, now) + Self.past(events, now)).sorted { left, right in
      (left.severity, right.since, left.subject) < (right.severity, left.since, right.subject)
    }
    return (
      Array(problems.prefix(Self.problemsAtMost)), max(0, problems.count - Self.problemsAtMost)
    )
  }

  /// Returns the conditions, those of several children as one problem: a worker that is missing is missed by many.
  private static func lasting(_ ages: [Condition: Int], _ now: Int) -> [PageDocument.Problem] {
    var groups: [Condition: (age: Int, children: Int)] = [:]
    for (condition, age) in ages {
      var group = condition
      group.child = nil
      let known = groups[group] ?? (0, 0)
      groups[group] = (max(known.age, age), known.children + (condition.child == nil ? 0 : 1))
    }
    return groups.map { group, sum in
      PageDocument.Problem(
        severity: group.severity, subject: group.subject,
        text: sum.children > 1 ? "\(group.text) (\(sum.children) children)" : group.text,
        advice: group.advice, since: now - sum.age, count: 1)
    }
  }

  private static func conditions(_ workers: [HostedWorker]) -> [Condition] {
    workers.compactMap { worker in
      guard case .failed(let reason) = worker.state else { return nil }
      return Condition(
        severity: .critical, subject: worker.name, text: "has failed: \(reason)",
        advice: "Mend the reason and start the program again: no further worker is started here.")
    }
  }

  private static func conditions(_ children: [HostedChild]) -> [Condition] {
    children.compactMap { child -> Condition? in
      switch child.standing {
      case .unhostable(let reason):
        Condition(
          severity: .critical, subject: child.feature,
          text: "is hosted by no worker: \(reason ?? "the reason is not known")",
          advice: "Mend the reason. Its actions fail meanwhile.", child: child.id)
      case .waiting where child.uncommittedCount > 0:
        Condition(
          severity: .critical, subject: child.feature, text: "waits for a worker",
          advice: "Start one that hosts it and has its labels. Later actions wait behind its own.",
          child: child.id, isPatient: true)
      case .onTrial:
        Condition(
          severity: .warning, subject: "\(child.name)",
          text:
            "has an action that may have ended workers, and is alone on one to see whether it does",
          advice: "If it does, the action commits without effect, and the log names it.",
          child: child.id)
      case .hosted
      where child.uncommittedCount > child.inFlightCount
        && child.inFlightCount >= child.window:
        Condition(
          severity: .warning, subject: child.feature, text: "has a full window: its actions wait",
          advice:
            "Have its reducer do less in one action, or its parents change its state less often.",
          child: child.id, isPatient: true)
      default: nil
      }
    }
  }

  /// Returns what happened to each subject within the last hour, once with the last time and the number of times.
  private static func past(_ events: [PageDocument.Event], _ now: Int) -> [PageDocument.Problem] {
    var problems: [[String]: PageDocument.Problem] = [:]
    for event in events where event.weight != .plain && now - event.at <= pastMilliseconds {
      let count = (problems[[event.subject, event.text]]?.count ?? 0) + 1
      problems[[event.subject, event.text]] = PageDocument.Problem(
        severity: .past, subject: event.subject, text: event.text, advice: "", since: event.at,
        count: count)
    }
    return Array(problems.values)
  }
}
