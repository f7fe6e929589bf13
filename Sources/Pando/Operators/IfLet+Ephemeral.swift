extension Reducer {
  /// Presents state without logic of its own that is a plain optional and not marked `@Presents`: it is
  /// nil after this reducer has seen its action or its dismissal.
  ///
  /// - Parameters:
  ///   - toState: Where the optional state lives: `\.alert`.
  ///   - toPresentationAction: The case of this reducer's action that holds the buttons' actions.
  @_disfavoredOverload @warn_unqualified_access
  public func ifLet<Destination: EphemeralState>(
    _ toState: WritableKeyPath<State, Destination?>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<Destination.Action>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    EphemeralIfLet<Self, Destination, Destination.Action>(
      parent: self,
      toState: toState,
      action: AnyCasePath(toPresentationAction),
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

struct EphemeralIfLet<Parent: Reducer, Child: EphemeralState, ChildAction>: Reducer {
  let parent: Parent
  let toState: WritableKeyPath<Parent.State, Child?>
  let action: AnyCasePath<Parent.Action, PresentationAction<ChildAction>>
  let location: OperatorLocation

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    TreeBuilder.reduce(self, into: &state, action: action)
  }
}

extension EphemeralIfLet: NodeProvider {
  func makeNode(_ tree: inout TreeBuilder) -> Node<Parent.State, Parent.Action> {
    let site = tree.makeSite()
    let parent = tree.node(for: parent)
    let place = ChildPlace(toState) { place in
      let place = place.assumingMemoryBound(to: Child?.self)
      // An enum with one payload has it at its start.
      return Child?.hasChild(place) ? UnsafeMutableRawPointer(place) : nil
    }
    let child = tree.node(for: EmptyReducer<Child, ChildAction>())
    let clear = { [toState] (state: UnsafeMutablePointer<Parent.State>) in
      state.pointee[keyPath: toState] = nil
    }
    return PresentationNode(
      site: site, parent: parent, place: place, clear: clear, action: action, destination: child,
      identities: .make(), lifetime: .make(), location: location)
  }
}
