import Foundation
import Pando
import PandoBenchmarking

/// The work of a store's hosted children, by which a round shows that it measured what it says.
///
/// An action that no worker reduces commits all the same, without effect, as soon as a local one. So the actions are
/// counted that children reduced, and it is asked which process has them: before and after what is measured.
struct HostedWork<State: Sendable, Action: Sendable> {
  let store: Store<State, Action>
  /// False where the children are to be in this process, behind the messages of a worker.
  var isInAnotherProcess = true
  /// Returns how many actions the children have reduced.
  let reduced: (State) -> Int

  /// Measures a round in which so many actions are sent, and throws where the children reduced fewer or more.
  func measuring(
    _ sent: Int, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> BenchmarkRound
  ) async throws -> BenchmarkRound {
    let before = store.withState(reduced)
    let round = try await body()
    try check(sent, since: before)
    return round
  }

  /// Throws unless the children have reduced so many actions since a count of them, and are where they are to be.
  func check(_ sent: Int, since before: Int = 0) throws {
    let count = store.withState(reduced) - before
    guard count == sent else {
      throw BenchmarkError("of \(sent) actions the hosted children reduced \(count)")
    }
    try checkProcesses()
  }

  /// Throws where a child is in another process than it is to be, or in none.
  func checkProcesses() throws {
    let children = store.hostedChildren.filter { $0.standing != .ending }
    if isInAnotherProcess, children.isEmpty {
      throw BenchmarkError("the store hosts nothing")
    }
    for child in children {
      let isApart = child.processID.map { $0 != getpid() } ?? false
      guard child.standing == .hosted, isApart == isInAnotherProcess else {
        let place = child.processID.map { "process \($0)" } ?? "no process that is known"
        throw BenchmarkError(
          "\(child.name) is \(child.standing) in \(place)"
            + (child.lastProblem.map { ": " + $0 } ?? ""))
      }
    }
  }
}
