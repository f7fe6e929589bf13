extension Reducer {
  /// Runs a child's reducer on state that may be missing: an optional, or one that is presented.
  ///
  /// The child runs first, so that it can react to its own action, then this reducer, which may set
  /// the child to nil. When a commit leaves the child nil, or with another identity (`Identifiable`
  /// state), the child's effects end and nothing that they sent commits any more.
  ///
  /// State that is an enum may go from case to case, as the state of a download does, and is the same child
  /// meanwhile. The features in its cases, which a `Scope` or an `ifCaseLet` runs, end with their case. In an
  /// enum of features (`@Reducer enum`) another case is another child.
  ///
  /// Presented state, `\.$child`, goes with a ``PresentationAction``. A dismissal runs this reducer
  /// first, which sees the child's state for the last time; then the state is nil. The child can dismiss
  /// itself with ``DependencyValues/dismiss``.
  ///
  /// State that is ``EphemeralState``, as an alert's, is nil after this reducer has seen its action.
  ///
  /// A child action that comes while the child is nil is reported as an issue.
  ///
  /// There is one form for both kinds of state, since the compiler would try every combination of two
  /// along a chain.
  ///
  /// - Parameters:
  ///   - toChildState: Where the child's state lives: `\.child` or `\.$child`.
  ///   - toChildAction: The case of this reducer's action that holds the child's.
  ///   - child: The child's reducer.
  @inlinable @warn_unqualified_access
  public func ifLet<Holder: OptionalChildState, Requests: CasePathable, Child>(
    _ toChildState: WritableKeyPath<State, Holder>,
    action toChildAction: CaseKeyPath<Action, Requests>,
    @ReducerBuilder<Holder.ChildState, Requests.ActionOfChild>
    destination child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where
    Child: Reducer<Holder.ChildState, Requests.ActionOfChild>,
    Holder.ChildKind == Requests.KindOfChild
  {
    IfLet(
      parent: self,
      toChildState: toChildState,
      toChildAction: AnyCasePath(toChildAction),
      child: child,
      // An enum with one payload has it at its start.
      unwrap: { Holder.hasChild($0.assumingMemoryBound(to: Holder.self)) ? $0 : nil },
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the reducer that the child's state knows: that of an enum of features, or none for an alert.
  ///
  /// As `ifLet(_:action:destination:)`. State of an enum of features that leaves one case for another is
  /// another feature.
  ///
  /// - Parameters:
  ///   - toChildState: Where the child's state lives: `\.$destination`, `\.$alert`.
  ///   - toChildAction: The case of this reducer's action that holds the child's.
  @inlinable @warn_unqualified_access
  public func ifLet<Holder: OptionalChildState, Requests: CasePathable>(
    _ toChildState: WritableKeyPath<State, Holder>,
    action toChildAction: CaseKeyPath<Action, Requests>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where
    Holder.ChildState: SelfReducingState,
    Holder.ChildState.StateReducer.Action == Requests.ActionOfChild,
    Holder.ChildKind == Requests.KindOfChild
  {
    IfLet(
      parent: self,
      toChildState: toChildState,
      toChildAction: AnyCasePath(toChildAction),
      child: { Holder.ChildState.stateReducer },
      unwrap: { Holder.hasChild($0.assumingMemoryBound(to: Holder.self)) ? $0 : nil },
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

@usableFromInline
struct IfLet<Parent: Reducer, Holder: OptionalChildState, Requests, Child: Reducer>: Reducer
where Child.State == Holder.ChildState {
  @usableFromInline typealias ChildNode = IfLetNode<
    Parent.State, Parent.Action, Child.State, Child.Action
  >

  let parent: Parent
  let toChildState: WritableKeyPath<Parent.State, Holder>
  let toChildAction: AnyCasePath<Parent.Action, Requests>
  let child: Child
  /// The place of a child's state in an optional of it; nil when there is none. Made where the types
  /// are known: elsewhere the runtime is asked what the optional looks like.
  let unwrap: (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
  /// Makes what the store runs, where the types are known too.
  let logic: ChildNode.MakeLogic
  let location: OperatorLocation

  @inlinable
  init(
    parent: Parent,
    toChildState: WritableKeyPath<Parent.State, Holder>,
    toChildAction: AnyCasePath<Parent.Action, Requests>,
    child: () -> Child,
    unwrap: @escaping (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
    location: OperatorLocation
  ) {
    let extract = toChildAction.extraction
    self.init(
      parent: parent, toChildState: toChildState, toChildAction: toChildAction, child: child,
      unwrap: unwrap,
      logic: { node, aside in ChildNode.logic(in: Holder.self, extract, node, .make(), else: aside)
      },
      location: location)
  }

  @usableFromInline
  init(
    parent: Parent,
    toChildState: WritableKeyPath<Parent.State, Holder>,
    toChildAction: AnyCasePath<Parent.Action, Requests>,
    child: () -> Child,
    unwrap: @escaping (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
    logic: @escaping ChildNode.MakeLogic,
    location: OperatorLocation
  ) {
    self.parent = parent
    self.toChildState = toChildState
    self.toChildAction = toChildAction
    self.child =
      Holder.ChildKind.self == PresentedChild.self
      ? DependencyValues.presenting(child) : DependencyValues.embedding(child)
    self.unwrap = unwrap
    self.logic = logic
    self.location = location
  }

  @usableFromInline
  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    TreeBuilder.reduce(self, into: &state, action: action)
  }
}
