public import Pando

/// Runs random programs of a feature in one process and on simulated workers that fail, and reports an
/// issue if the two differ.
///
/// Each program is a list of actions that `action` makes, run once in one process and once hosted, under
/// a random schedule. The program of the issue is shrunk: no action and no failure of a worker can be
/// left out of it.
///
/// ```swift
/// try await expectSameHosted(Cart(), initialState: Cart.State(), programs: 200) { generator in
///   generator.chance(oneIn: 3) ? .removed(.random(in: 0...9, using: &generator)) : .added
/// }
/// ```
///
/// Everything else is as for a given program. Issues that the feature reports in one process too, such
/// as an action for a child that is not there, are passed over: a random program has such actions.
///
/// Complexity: O(programs * actions) reductions, three times.
///
/// - Parameters:
///   - feature: The feature. Evaluated for each run, with its dependencies.
///   - initialState: The state to begin with. Evaluated for each run.
///   - programs: How many programs are tried.
///   - length: How many actions a program has.
///   - limit: How long new programs are begun; nil for until all were tried.
///   - seed: Gives the same programs and schedules on every machine; nil takes a new one each time. An
///     issue names it.
///   - workers: How many workers take turns in hosting features.
///   - timeStep: How far clocks move after an action.
///   - prepareDependencies: Overrides dependencies. Called for each run.
///   - action: Makes an action, with all randomness from the generator.
/// - Throws: `CancellationError` when the task is cancelled, between two programs.
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
  withDependencies prepareDependencies: @escaping (inout DependencyValues) -> Void = { _ in },
  action: (inout SeededGenerator) -> R.Action
) async throws(CancellationError)
where R.State: Equatable & Sendable, R.Action: Sendable {
  let checked = CheckedFeature(
    feature, initialState, timeStep: timeStep, prepareDependencies: prepareDependencies)
  try await checkPrograms(
    checked,
    ProgramPlan(count: programs, length: length, limit: limit, seed: seed, workers: workers),
    action, OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Runs random programs of a feature in one process and on simulated workers that fail, and reports an
/// issue if the two differ.
///
/// Does what the other form does, for a feature that can be hosted as a whole: one that hosts no
/// children is, as if by `.hosted()`.
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
  withDependencies prepareDependencies: @escaping (inout DependencyValues) -> Void = { _ in },
  action: (inout SeededGenerator) -> R.Action
) async throws(CancellationError)
where R.State: Codable & Equatable & Sendable, R.Action: Codable & Sendable {
  let location = OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let checked = CheckedFeature(
    hosting: feature, initialState, timeStep: timeStep, prepareDependencies: prepareDependencies,
    at: location)
  try await checkPrograms(
    checked,
    ProgramPlan(count: programs, length: length, limit: limit, seed: seed, workers: workers),
    action, location)
}
