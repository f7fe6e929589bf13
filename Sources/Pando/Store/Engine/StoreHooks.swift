/// What tests and journals may watch. Every call is made with the store's lock held.
package struct StoreHooks<State, Action> {
  /// An action was accepted; they commit in this order.
  package var accepted: ((Action) -> Void)?

  /// An action committed and left this state; true when another action's commit gave rise to it.
  package var committed: ((inout State, Action, Bool) -> Void)?

  /// An effect of this name started here, in the child that the steps lead to.
  package var started: ((String?, [IncarnationStep]) -> Void)?

  /// So many effects were cancelled because their child has gone.
  package var cancelled: ((Int) -> Void)?

  package init() {}
}
