/// An action of a hosted feature that was not reduced.
public struct HostedFailure<Action: Sendable>: Sendable {
  /// The action.
  public let action: Action

  /// Why it was not reduced.
  public let reason: HostedFailureReason

  /// A failure; for tests of a policy.
  public init(action: Action, reason: HostedFailureReason) {
    self.action = action
    self.reason = reason
  }
}
