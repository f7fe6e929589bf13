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

  /// A condition that lasts: of one worker, or of the children of one feature.
  private struct Condition: Hashable {
    var severity: ClusterProblem.Severity
    var subject: String
    var text: String
    var advice: String
    var isPatient = false
  }

  private var onsets = Onsets<Condition>()

  package init() {}

  /// Returns the problems, the worst first.
  ///
  /// Complexity: O(workers + children + events).
  package mutating func problems(
    workers: [HostedWorker], children: [HostedChild], events: [PageDocument.Event],
    atMilliseconds now: Int
  ) -> (shown: [PageDocument.Problem], leftOut: Int) {
    let conditions = Self.conditions(workers) + Self.conditions(children)
    let ages = onsets.look(at: conditions, atMilliseconds: now)
    let lasting = ages.compactMap { condition, age -> PageDocument.Problem? in
      if condition.isPatient, age < Self.patienceMilliseconds { return nil }
      return PageDocument.Problem(
        severity: condition.severity, subject: condition.subject, text: condition.text,
        advice: condition.advice, since: now - age, count: 1)
    }
    let problems = (lasting + Self.past(events, now)).sorted { left, right in
      (left.severity, right.since, left.subject) < (right.severity, left.since, right.subject)
    }
    return (
      Array(problems.prefix(Self.problemsAtMost)), max(0, problems.count - Self.problemsAtMost)
    )
  }

  private static func conditions(_ workers: [HostedWorker]) -> [Condition] {
    workers.compactMap { worker in
      guard case .failed(let reason) = worker.state else { return nil }
      return Condition(
        severity: .critical, subject: worker.name, text: "has failed: \(reason)",
        advice: "Mend the reason and start the program again: no further worker is started here.")
    }
  }

  /// The same of children, together for those of a feature: a worker that is missing is missed by many.
  private static func conditions(_ children: [HostedChild]) -> [Condition] {
    var seen: Set<Condition> = []
    return children.compactMap { child -> Condition? in
      switch child.standing {
      case .unhostable(let reason):
        Condition(
          severity: .critical, subject: child.feature,
          text: "is hosted by no worker: \(reason ?? "the reason is not known")",
          advice: "Mend the reason. Its actions fail meanwhile.")
      case .waiting where child.uncommittedCount > 0:
        Condition(
          severity: .critical, subject: child.feature, text: "waits for a worker",
          advice: "Start one that hosts it and has its labels. Later actions wait behind its own.",
          isPatient: true)
      case .onTrial:
        Condition(
          severity: .warning, subject: "\(child.name)",
          text:
            "has an action that may have ended workers, and is alone on one to see whether it does",
          advice: "If it does, the action commits without effect, and the log names it.")
      case .hosted
      where child.uncommittedCount > child.inFlightCount
        && child.inFlightCount >= child.window:
        Condition(
          severity: .warning, subject: child.feature, text: "has a full window: its actions wait",
          advice:
            "Have its reducer do less in one action, or its parents change its state less often.",
          isPatient: true)
      default: nil
      }
    }.filter { seen.insert($0).inserted }
  }

  /// Returns the events of each subject within the last hour as one problem, with the last time and words.
  private static func past(_ events: [PageDocument.Event], _ now: Int) -> [PageDocument.Problem] {
    var problems: [String: PageDocument.Problem] = [:]
    for event in events where event.weight != .plain && now - event.at <= pastMilliseconds {
      let count = (problems[event.subject]?.count ?? 0) + 1
      problems[event.subject] = PageDocument.Problem(
        severity: .past, subject: event.subject, text: event.text, advice: "", since: event.at,
        count: count)
    }
    return Array(problems.values)
  }
}
