/// The recovery of a hosted child when an action of it cannot be reduced by any worker: because it
/// crashes or hangs each that tries, or because none hosts the feature.
///
/// The action itself has no effect: no reducer sees it, neither the child's nor its parents'. A policy
/// may change the child's state, and may name an action that tells the child and its parents; that
/// action takes its place directly behind the failed one. Where that cannot be reduced by a worker either,
/// because none hosts the feature, it reaches the parents alone, and no policy answers it.
public struct CrashPolicy<State: Sendable, Action: Sendable>: Sendable {
  enum Recovery: Sendable {
    case change(@Sendable (inout State, HostedFailure<Action>) -> Action?)
    case dismiss
    case inProcess
  }

  let recovery: Recovery

  var fallsBackToProcess: Bool {
    if case .inProcess = recovery { true } else { false }
  }

  /// Drops the action.
  public static var drop: CrashPolicy {
    CrashPolicy(recovery: .change { _, _ in nil })
  }

  /// Drops the action, and sends another that says so.
  public static func drop(
    sending action: @escaping @Sendable (_ failure: HostedFailure<Action>) -> Action
  ) -> CrashPolicy {
    CrashPolicy(recovery: .change { _, failure in action(failure) })
  }

  /// Drops the action and begins again with another state.
  ///
  /// - Parameters:
  ///   - state: The state to begin with.
  ///   - action: Makes the action that says so; nil sends none.
  public static func restart(
    from state: @escaping @Sendable @autoclosure () -> State,
    sending action: (@Sendable (_ failure: HostedFailure<Action>) -> Action)? = nil
  ) -> CrashPolicy {
    CrashPolicy(
      recovery: .change { current, failure in
        current = state()
        return action?(failure)
      })
  }

  /// Drops the action and dismisses the child, which must be presented.
  public static var dismiss: CrashPolicy { CrashPolicy(recovery: .dismiss) }

  /// Reduces the child in this process from then on, where its effects run too.
  ///
  /// What crashed a worker then crashes this process: choose it only for features that fail because
  /// no worker can host them.
  public static var inProcess: CrashPolicy { CrashPolicy(recovery: .inProcess) }

  /// Drops the action, changes the state as it likes, and may return an action to send.
  public static func custom(
    _ recover:
      @escaping @Sendable (_ state: inout State, _ failure: HostedFailure<Action>) -> Action?
  ) -> CrashPolicy {
    CrashPolicy(recovery: .change(recover))
  }
}
