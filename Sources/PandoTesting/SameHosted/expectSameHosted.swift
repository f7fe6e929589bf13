public import Pando

/// Runs a feature in one process and on simulated workers that fail, and reports an issue if the two
/// differ.
///
/// Each schedule is one hosted run of the program. The workers are in this process, behind the codec
/// and the messages of real ones; they die, answer late and are cut off as the schedule says. Every
/// state that was committed is compared with the one that the same actions bring in one process, and so
/// is what effects sent, where the schedule loses none.
///
/// ```swift
/// @Test func searchIsTheSameHosted() async throws {
///   try await expectSameHosted(
///     Search(), initialState: Search.State(),
///     actions: [.queryChanged("aspen"), .closeButtonTapped]
///   ) {
///     $0.index.search = { query in ["\(query) grove"] }
///   }
/// }
/// ```
///
/// A feature that hosts children is run as it is. One that hosts none, and whose state and actions are
/// `Codable`, is hosted as a whole, as if by `.hosted()`.
///
/// Dependencies have their test values, but for these, which are the same in every run: clocks stand
/// still and are moved by `timeStep` after each action that was given time to settle, and to the end when
/// all were sent; dates follow the clocks; identities count up; random numbers have a seed; files are
/// those of `defaultFileStorage` in the beginning, and change for the run alone. An effect
/// must wait for nothing that is outside of the test; one that moves to another executor, such as the
/// main actor, is not waited for.
///
/// An issue has the action, the difference, what to do about it, and a call with the least program and
/// the fewest failures that still show it.
///
/// Runs in the caller's isolation and keeps its thread, but for a yield between runs.
/// Complexity: O(schedules * actions) reductions, three times; after a failure up to
/// 2,000 runs or 20 seconds more.
///
/// - Parameters:
///   - feature: The feature. Evaluated for each run, with its dependencies.
///   - initialState: The state to begin with. Evaluated for each run.
///   - actions: The program: what the user does.
///   - schedules: How the workers fail, run by run.
///   - timeStep: How far clocks move after an action.
///   - prepareDependencies: Overrides dependencies. Called for each run, so that what it makes is the
///     run's own.
/// - Throws: `CancellationError` when the task is cancelled, between two runs.
public func expectSameHosted<R: Reducer>(
  _ feature: @autoclosure @escaping () -> R,
  initialState: @autoclosure @escaping () -> R.State,
  actions: [R.Action],
  schedules: [HostingSchedule] = .random(),
  timeStep: Duration = .seconds(1),
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  withDependencies prepareDependencies: @escaping (inout DependencyValues) -> Void = { _ in }
) async throws(CancellationError)
where R.State: Equatable & Sendable, R.Action: Sendable {
  let checked = CheckedFeature(
    feature, initialState, timeStep: timeStep, prepareDependencies: prepareDependencies)
  try await checkProgram(
    checked, actions, schedules,
    OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Runs a feature in one process and on simulated workers that fail, and reports an issue if the two
/// differ.
///
/// Does what the other form does, for a feature that can be hosted as a whole: one that hosts no
/// children is, as if by `.hosted()`.
public func expectSameHosted<R: Reducer>(
  _ feature: @autoclosure @escaping () -> R,
  initialState: @autoclosure @escaping () -> R.State,
  actions: [R.Action],
  schedules: [HostingSchedule] = .random(),
  timeStep: Duration = .seconds(1),
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  withDependencies prepareDependencies: @escaping (inout DependencyValues) -> Void = { _ in }
) async throws(CancellationError)
where R.State: Codable & Equatable & Sendable, R.Action: Codable & Sendable {
  let location = OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let checked = CheckedFeature(
    hosting: feature, initialState, timeStep: timeStep, prepareDependencies: prepareDependencies,
    at: location)
  try await checkProgram(
    checked, actions, schedules, location)
}
