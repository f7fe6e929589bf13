// The compiler chooses one of these where a feature cannot be hosted, and says why.

extension Reducer {
  /// Not there: both the state and the action must be encodable.
  @available(
    *, unavailable,
    message: """
      a hosted feature is sent to a worker: declare 'State: Codable, Equatable, Sendable' and \
      'Action: Codable, Sendable'; the compiler then names each property that cannot be coded
      """
  )
  public func hosted(interrupted: Action? = nil) -> Self { self }
}

extension Reducer where Action: Codable {
  /// Not there: the state must be encodable.
  @available(
    *, unavailable,
    message: """
      a hosted feature's state is sent to a worker: declare 'State: Codable, Equatable, Sendable'; \
      the compiler then names each property that cannot be coded
      """
  )
  public func hosted(interrupted: Action? = nil) -> Self { self }
}

extension Reducer where State: Codable & Equatable {
  /// Not there: the action must be encodable.
  @available(
    *, unavailable,
    message: """
      a hosted feature's actions are sent to a worker: declare 'Action: Codable, Sendable'; the \
      compiler then names each case that cannot be coded
      """
  )
  public func hosted(interrupted: Action? = nil) -> Self { self }
}
