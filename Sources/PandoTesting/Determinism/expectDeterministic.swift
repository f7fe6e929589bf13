public import Pando

/// Reduces the same actions again and again, and reports an issue that names the field in which two
/// states differ.
///
/// A hosted reducer may be run ahead of its turn, and again on another worker, so what it does must
/// follow from the state and the action alone. A clock, a random number, the order of a dictionary and
/// a global variable are what most often does not.
///
/// ```swift
/// @Test func cartIsDeterministic() {
///   expectDeterministic(Cart(), initialState: Cart.State(), actions: [.added(.sample), .sorted])
/// }
/// ```
///
/// Each repetition begins with a new initial state. Effects are not started, but for `Effect.send`.
/// Dependencies have their test values, as in `expectSameHosted(_:initialState:actions:)`:
/// identities and random numbers that come from there are the same in every repetition.
///
/// A change that shows only after some time, as that of a clock of whole seconds does, may go unseen.
///
/// Complexity: O(repetitions * actions) reductions.
///
/// - Parameters:
///   - feature: The feature. Evaluated for each repetition, with its dependencies.
///   - initialState: The state to begin with. Evaluated for each repetition.
///   - actions: The program.
///   - repetitions: How often it is run; at least 2.
///   - prepareDependencies: Overrides dependencies. Called for each repetition.
public func expectDeterministic<R: Reducer>(
  _ feature: @autoclosure @escaping () -> R,
  initialState: @autoclosure @escaping () -> R.State,
  actions: [R.Action],
  repetitions: Int = 16,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  withDependencies prepareDependencies: @escaping (inout DependencyValues) -> Void = { _ in }
) where R.State: Equatable & Sendable, R.Action: Sendable {
  let checked = CheckedFeature(
    feature, initialState, timeStep: .zero, prepareDependencies: prepareDependencies)
  DeterminismCheck(feature: checked, repetitions: repetitions)
    .run(actions, OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Reduces the same actions again and again, each from a copy of the state, and reports an issue that
/// names the field in which two states differ.
///
/// Does what the other form does. As state and actions can be encoded, every repetition reduces decoded
/// copies of them: their dictionaries and sets have the order of another process, and what the coding
/// leaves out is noticed.
public func expectDeterministic<R: Reducer>(
  _ feature: @autoclosure @escaping () -> R,
  initialState: @autoclosure @escaping () -> R.State,
  actions: [R.Action],
  repetitions: Int = 16,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  withDependencies prepareDependencies: @escaping (inout DependencyValues) -> Void = { _ in }
) where R.State: Codable & Equatable & Sendable, R.Action: Codable & Sendable {
  var checked = CheckedFeature(
    feature, initialState, timeStep: .zero, prepareDependencies: prepareDependencies)
  checked.copyState = { codedCopy($0) }
  checked.copyAction = { codedCopy($0) }
  DeterminismCheck(feature: checked, repetitions: repetitions)
    .run(actions, OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}
