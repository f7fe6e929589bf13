/// The moments that tests and simulations may watch. Every call is made with the store's lock held,
/// but for `released`.
package struct StoreHooks<State, Action> {
  /// An action was accepted; they commit in this order.
  package var accepted: ((Action) -> Void)?

  /// An action committed and left this state; true when another action's commit gave rise to it, and no other was to
  /// go before it.
  package var committed: ((inout State, Action, Bool) -> Void)?

  /// An action committed without effect, for this reason, and left this state.
  package var failed: ((inout State, Action, HostedFailureReason) -> Void)?

  /// True if a link of a chain that is to wait its turn is dropped: who repeats what another store committed sends it.
  package var dropsTurns = false

  /// An action is about to be reduced.
  package var reducing: (() -> Void)?

  /// As `committed`, with the tracker of the action.
  package var applied: ((inout State, CommittedAction<Action>) -> Void)?

  /// As `failed`, with the tracker of the action.
  package var appliedFailure: ((inout State, CommittedAction<Action>) -> Void)?

  /// The store has done what there was to do and let go of its lock.
  package var released: (() -> Void)?

  package init() {}
}
