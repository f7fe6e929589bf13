/// Why an action of a hosted feature was not reduced.
public struct HostedFailure<Action: Sendable>: Sendable {
  /// A cause.
  public enum Reason: Hashable, Sendable {
    /// This many workers ended while they reduced the action; the last reduced nothing else.
    case crashed(deaths: Int)

    /// This many workers did not come to an end with the action within the time that the feature has.
    case hung(deaths: Int)

    /// No worker hosts the feature, for the reason given in words.
    case unhosted(String)
  }

  /// The action that was not reduced.
  public let action: Action

  /// Why not.
  public let reason: Reason

  /// A failure; for tests of a policy.
  public init(action: Action, reason: Reason) {
    self.action = action
    self.reason = reason
  }
}

extension HostedFailure.Reason: CustomStringConvertible {
  /// The cause, as a clause of a sentence.
  public var description: String {
    switch self {
    case .crashed(let deaths): "\(deaths) workers ended while they reduced it"
    case .hung(let deaths): "\(deaths) workers did not finish it in the time that the feature has"
    case .unhosted(let reason): "no worker hosts the feature: \(reason)"
    }
  }
}
