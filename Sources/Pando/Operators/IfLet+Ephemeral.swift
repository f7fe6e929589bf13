extension Reducer {
  /// Presents state without logic of its own, as an alert's: it is nil after this reducer has seen its
  /// action or its dismissal.
  ///
  /// - Parameters:
  ///   - toPresentationState: Where the optional state lives: `\.alert`.
  ///   - toPresentationAction: The case of this reducer's action that holds the buttons' actions.
  @warn_unqualified_access
  public func ifLet<DestinationState: EphemeralState>(
    _ toPresentationState: WritableKeyPath<State, DestinationState?>,
    action toPresentationAction:
      CaseKeyPath<Action, PresentationAction<DestinationState.Action>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    EphemeralIfLet<Self, DestinationState, DestinationState.Action>(
      parent: self,
      toState: toPresentationState,
      requests: .presentation(AnyCasePath(toPresentationAction)),
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Presents state without logic of its own, as an alert's: it is nil after this reducer has seen its
  /// action.
  ///
  /// - Parameters:
  ///   - toWrappedState: Where the optional state lives: `\.alert`.
  ///   - toWrappedAction: The case of this reducer's action that holds the buttons' actions.
  @warn_unqualified_access
  public func ifLet<WrappedState: EphemeralState, WrappedAction>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: CaseKeyPath<Action, WrappedAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    EphemeralIfLet<Self, WrappedState, WrappedAction>(
      parent: self,
      toState: toWrappedState,
      requests: .plain(AnyCasePath(toWrappedAction)),
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

struct EphemeralIfLet<Parent: Reducer, Child: EphemeralState, ChildAction>: Reducer {
  enum Requests {
    case presentation(AnyCasePath<Parent.Action, PresentationAction<ChildAction>>)
    case plain(AnyCasePath<Parent.Action, ChildAction>)
  }

  let parent: Parent
  let toState: WritableKeyPath<Parent.State, Child?>
  let requests: Requests
  let location: OperatorLocation

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    withUnsafeMutablePointer(to: &state) { state in
      TreeBuilder.detachedNode(for: self).reduce(state, action, Pass())
    }
  }
}

extension EphemeralIfLet: NodeProvider {
  func makeNode(_ tree: inout TreeBuilder) -> Node<Parent.State, Parent.Action> {
    let site = tree.makeSite()
    let parent = tree.node(for: parent)
    let place = ChildPlace(toState) { place in
      let place = place.assumingMemoryBound(to: Child?.self)
      // An enum with one payload has it at its start.
      return isNil(place) ? nil : UnsafeMutableRawPointer(place)
    }
    let child = tree.node(for: EmptyReducer<Child, ChildAction>())
    let clear = { [toState] (state: UnsafeMutablePointer<Parent.State>) in
      state.pointee[keyPath: toState] = nil
    }
    switch requests {
    case .presentation(let action):
      return PresentationNode(
        site: site, parent: parent, place: place, clear: clear, action: action, destination: child,
        location: location)
    case .plain(let action):
      return PresentationNode(
        inner: IfLetNode(
          site: site, parent: parent, place: place, action: action, child: child,
          location: location
        ) { location, _ in IfLetWarning.childIsNil(location) },
        parent: parent, clear: clear, action: action, location: location)
    }
  }
}
