import PandoCluster
import PandoHosting

/// The problems of a cluster for people, the worst first: since when, what is wrong, and what to do about it.
struct ProblemTable {
  let lines: [String]

  /// - Parameter most: The number of problems that are shown; of more, the number of the others is told.
  init(_ status: ClusterStatus, atMost most: Int = .max) {
    let problems = status.problems
    let count = problems.count { $0.isNow }
    let past = problems.count - count
    let left = status.problemsLeftOut ?? 0
    let sum =
      (count == 0 ? "nothing is wrong" : plural(count, "problem"))
      + (past == 0 ? "" : "; \(past) in the last hour that \(past == 1 ? "is" : "are") over")
    let hidden = left + max(0, problems.count - most)
    lines =
      [sum] + problems.prefix(most).flatMap(Self.lines)
      + (hidden == 0 ? [] : ["and \(hidden) more"])
  }

  private static func lines(_ problem: ClusterProblem) -> [String] {
    let age = TimeText.text(milliseconds: problem.ageMilliseconds)
    let goesOn = problem.isNow && ProblemKind(rawValue: problem.kind)?.isEvent != true
    let since =
      problem.count > 1
      ? "\(problem.count) times, the last \(age) ago" : goesOn ? "for \(age)" : "\(age) ago"
    let what = "\(problem.severity.rawValue): \(problem.subject) \(problem.text), \(since)"
    return ["  \(what)".printable] + (problem.isNow ? ["    -> \(problem.advice)".printable] : [])
  }
}
