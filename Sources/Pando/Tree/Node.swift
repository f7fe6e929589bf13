/// A reducer as a store runs it: built once, with every key path resolved.
///
/// A class with overrides rather than a protocol, because the tree is walked for every action and a
/// virtual call is the cheapest that works across generic types. State is lent by its address, because
/// code that does not know the type would copy it to look at a part, and would ask the runtime for the
/// layout of an optional of it. The caller of `reduce` owns the state alone, as if it were lent `inout`;
/// the other functions only read, and may be lent a copy.
@usableFromInline
package class Node<State, Action> {
  /// Changes the state for an action, as `reduce` does.
  @usableFromInline
  package typealias Logic = (UnsafeMutablePointer<State>, Action, Pass) -> Effect<Action>

  /// Does what `reduce` does. Asked for once, by whoever runs the node for each action.
  ///
  /// Methods of a generic class do not know its types. A closure does that was made where an operator is
  /// written; so the nodes on the way of most actions return one that their operator made.
  var logic: Logic { { [self] in reduce($0, $1, $2) } }

  /// True if an action may be for a hosted feature below.
  final let mayHost: Bool

  init(mayHost: Bool = false) {
    self.mayHost = mayHost
  }

  /// Returns whether an action may be for a hosted feature below, without a look at the state.
  func mayHost(_ action: Action) -> Bool { mayHost }

  /// Changes the state for an action.
  func reduce(_ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass) -> Effect<
    Action
  > {
    fatalError("a node overrides 'reduce'")
  }

  /// Lets hosted features recover from an action that no worker could reduce, by their policies. No
  /// reducer sees the action.
  func recover(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass
  ) -> Effect<Action> { .none }

  /// Finds the lanes that an action is for, in the order in which `reduce` reaches them.
  func route(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ incarnation: Incarnation,
    _ router: Router
  ) {}

  /// Finds the lanes that an action seems to be for, as `route` does, by the children that live alone,
  /// without a look at the state. Sets `Router.isUnsure` where only the state tells.
  func guess(_ action: Action, _ incarnation: Incarnation, _ router: Router) {
    if mayHost { router.isUnsure = true }
  }

  /// Ends the incarnations below `incarnation` whose state has gone.
  func sweep(
    _ state: UnsafeMutablePointer<State>, _ incarnation: Incarnation, _ ended: inout [Incarnation]
  ) {}

  /// Shows the state as the commit left it to the lanes below that are watched.
  func reconcile(_ state: UnsafeMutablePointer<State>, _ incarnation: Incarnation) {}

  /// Returns whether the state that the steps lead to is there; nil when the first step is not from
  /// here.
  func contains(_ state: UnsafeMutablePointer<State>, _ steps: ArraySlice<IncarnationStep>) -> Bool?
  { nil }

  /// The steps to the child that a token names, if its state is there. O(rows); asked only after a
  /// child has moved to another worker.
  func locate(
    _ token: UInt64, below parent: UInt64, _ state: UnsafeMutablePointer<State>
  ) -> [IncarnationStep]? { nil }

  /// True if a feature here or below sends itself an action when it is mounted. Asked once the tree is
  /// built.
  var mayMount: Bool { false }

  /// True if something here or below may be mounted while the feature's own state stays: by another value,
  /// or as a child.
  var mayMountAgain: Bool { false }

  /// Returns the actions of the features that are there and were not, in the order of the body, and notes that
  /// they are mounted. Where a store has restarted, those that tell hosted features of their lost effects.
  func mount(
    _ state: UnsafeMutablePointer<State>, _ mounted: MountedFeature
  ) -> Effect<Action> { .none }

  /// Calls `visit` for each hosted feature below.
  func visitHosted(_ visit: (any HostedNodeDescription) -> Void) {}
}
