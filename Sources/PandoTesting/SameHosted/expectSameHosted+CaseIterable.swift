public import Pando

/// Runs random programs of a feature whose actions can be listed, in one process and on simulated
/// workers that fail, and reports an issue if the two differ.
///
/// Every action is as likely as any other.
///
/// ```swift
/// enum Action: CaseIterable, Codable { case increment, decrement, reset }
///
/// try await expectSameHosted(Counter(), initialState: Counter.State(), programs: 200)
/// ```
public func expectSameHosted<R: Reducer>(
  _ feature: @autoclosure @escaping () -> R,
  initialState: @autoclosure @escaping () -> R.State,
  programs: Int = 100,
  length: ClosedRange<Int> = 1...30,
  limit: Duration? = nil,
  seed: UInt64? = nil,
  workers: Int = 2,
  timeStep: Duration = .seconds(1),
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  withDependencies prepareDependencies: @escaping (inout DependencyValues) -> Void = { _ in }
) async throws(CancellationError)
where
  R.State: Codable & Equatable & Sendable, R.Action: CaseIterable & Codable & Sendable
{
  let actions = Array(R.Action.allCases)
  precondition(!actions.isEmpty, "a feature without actions has no programs")
  try await expectSameHosted(
    feature(), initialState: initialState(), programs: programs, length: length, limit: limit,
    seed: seed, workers: workers, timeStep: timeStep, fileID: fileID, filePath: filePath,
    line: line, column: column, withDependencies: prepareDependencies
  ) { generator in
    actions[Int.random(in: actions.indices, using: &generator)]
  }
}
