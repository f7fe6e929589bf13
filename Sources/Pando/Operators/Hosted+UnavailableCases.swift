// The compiler chooses one of these where an enum of features cannot be hosted: its state and action
// are derived, so that nobody can declare anything of them but the macro.

extension Reducer where State: CaseReducerState {
  /// Not there: both the state and the action must be encodable.
  @available(
    *, unavailable,
    message: """
      a hosted feature is sent to a worker: write '@Reducer(state: .codable, .equatable, action: \
      .codable)' at the enum of features, whose features have 'State: Codable, Equatable, Sendable' \
      and 'Action: Codable, Sendable'
      """
  )
  public func hosted(interrupted: Action? = nil) -> Self { self }
}

extension Reducer where State: CaseReducerState, Action: Codable {
  /// Not there: the state must be encodable.
  @available(
    *, unavailable,
    message: """
      a hosted feature's state is sent to a worker: write '@Reducer(state: .codable, .equatable, \
      action: .codable)' at the enum of features, whose features have 'State: Codable, Equatable, \
      Sendable'
      """
  )
  public func hosted(interrupted: Action? = nil) -> Self { self }
}

extension Reducer where State: CaseReducerState & Codable & Equatable {
  /// Not there: the action must be encodable.
  @available(
    *, unavailable,
    message: """
      a hosted feature's actions are sent to a worker: write '@Reducer(state: .codable, .equatable, \
      action: .codable)' at the enum of features, whose features have 'Action: Codable, Sendable'
      """
  )
  public func hosted(interrupted: Action? = nil) -> Self { self }
}
