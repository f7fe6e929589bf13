/// A reducer as a store runs it: built once, with every key path resolved.
///
/// A class with overrides rather than a protocol, because the tree is walked for every action and a
/// virtual call is the cheapest that works across generic types. State is lent `inout` even for
/// looking, because reading a generic value any other way copies it.
package class Node<State, Action> {
  /// Whether an action may end at a hosted feature below.
  var mayHost: Bool { false }

  /// Changes the state for an action.
  func reduce(_ state: inout State, _ action: Action, _ pass: Pass) -> Effect<Action> {
    fatalError("a node overrides 'reduce'")
  }

  /// Finds the lanes that an action is for, in the order in which `reduce` reaches them.
  func route(
    _ state: inout State, _ action: Action, _ incarnation: Incarnation, _ router: Router
  ) {}

  /// Ends the incarnations below `incarnation` whose state has gone.
  func sweep(_ state: inout State, _ incarnation: Incarnation, _ ended: inout [Incarnation]) {}

  /// Lets the lanes below that are watched see the state as the commit left it.
  func settle(_ state: inout State, _ incarnation: Incarnation) {}

  /// Whether the state that the steps lead to is there; nil when the first step is not from here.
  func contains(_ state: inout State, _ steps: ArraySlice<IncarnationStep>) -> Bool? { nil }

  /// The steps to the child that a token names, if its state is there. O(rows); asked only after a
  /// child has moved to another worker.
  func locate(
    _ token: UInt64, below parent: UInt64, _ state: inout State
  ) -> [IncarnationStep]? { nil }

  /// Tells the hosted features that lie below.
  func visitHosted(_ visit: (any HostedNodeDescription) -> Void) {}
}
