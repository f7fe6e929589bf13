extension Reducer {
  /// Runs a child's reducer on optional state.
  ///
  /// The child runs first, so that it can react to its own action, then this reducer, which may set
  /// the child to nil. When a commit leaves the child nil, or with another identity (`Identifiable`
  /// state), the child's effects end and nothing that they sent commits any more.
  ///
  /// A child action that comes while the child is nil is reported as an issue.
  ///
  /// - Parameters:
  ///   - toWrappedState: Where the child's state lives.
  ///   - toWrappedAction: The case of this reducer's action that holds the child's.
  ///   - wrapped: The child's reducer.
  @inlinable @warn_unqualified_access
  public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer<WrappedState, WrappedAction>>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: CaseKeyPath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    IfLet(
      parent: self,
      toChildState: toWrappedState,
      toChildAction: AnyCasePath(toWrappedAction),
      child: wrapped(),
      unwrap: { place in
        let place = place.assumingMemoryBound(to: WrappedState?.self)
        // An enum with one payload has it at its start.
        return isNil(place) ? nil : UnsafeMutableRawPointer(place)
      },
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

@inlinable @inline(__always)
func isNil<Wrapped>(_ place: UnsafeMutablePointer<Wrapped?>) -> Bool {
  if case .none = place.pointee { true } else { false }
}

@usableFromInline
struct IfLet<Parent: Reducer, Child: Reducer>: Reducer {
  let parent: Parent
  let toChildState: WritableKeyPath<Parent.State, Child.State?>
  let toChildAction: AnyCasePath<Parent.Action, Child.Action>
  let child: Child
  /// The place of a child's state in an optional of it; nil when there is none. Made where the types
  /// are known: elsewhere the runtime is asked what the optional looks like.
  let unwrap: (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
  let location: OperatorLocation

  @usableFromInline
  init(
    parent: Parent,
    toChildState: WritableKeyPath<Parent.State, Child.State?>,
    toChildAction: AnyCasePath<Parent.Action, Child.Action>,
    child: Child,
    unwrap: @escaping (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
    location: OperatorLocation
  ) {
    self.parent = parent
    self.toChildState = toChildState
    self.toChildAction = toChildAction
    self.child = child
    self.unwrap = unwrap
    self.location = location
  }

  @usableFromInline
  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    withUnsafeMutablePointer(to: &state) { state in
      TreeBuilder.detachedNode(for: self).reduce(state, action, Pass())
    }
  }
}

extension IfLet: NodeProvider {
  func makeNode(_ tree: inout TreeBuilder) -> Node<Parent.State, Parent.Action> {
    IfLetNode(
      site: tree.makeSite(),
      parent: tree.node(for: parent),
      place: ChildPlace(toChildState, unwrap: unwrap),
      action: toChildAction,
      child: tree.node(for: child),
      location: location
    ) { location, _ in IfLetWarning.childIsNil(location) }
  }
}

enum IfLetWarning {
  static func childIsNil(_ location: OperatorLocation) -> String {
    """
    An "ifLet" at "\(location.fileID):\(location.line)" received a child action when child \
    state was "nil".

    Send a child's actions only while its state is there: a parent that runs before the "ifLet" \
    must not set it to "nil", and effects of the child should end with it.
    """
  }
}
