/// A reducer that is an enum of features: one runs at a time, in its case of the state.
///
/// `@Reducer` writes the conformance and everything in it for an enum whose cases hold reducers.
public protocol CaseReducer<State, Action>: Reducer
where State: CasePathable & Sendable, Action: CasePathable & Sendable {
  /// The type of `body`. It is here too so that the compiler finds it by the static one.
  override associatedtype Body: Reducer<State, Action>

  /// The type that ``Store/case`` gives to switch over: each case with the store of its feature.
  associatedtype CaseScope

  /// The reducers of all cases.
  static var body: Body { get }

  /// The store of the feature whose case the state is in.
  static func scope(_ store: Store<State, Action>) -> CaseScope

  /// A number for the case that the state is in: with another number, the feature is another.
  static func caseNumber(of state: State) -> Int

  /// Returns whether the state is over once an action was reduced, as an alert's is: it is in the
  /// case of the action, and that is ephemeral.
  static func isOver(_ state: State, after action: Action) -> Bool
}

extension CaseReducer {
  /// The reducers of all cases.
  public var body: Body { Self.body }

  /// No case is ephemeral.
  public static func isOver(_ state: State, after action: Action) -> Bool { false }

  /// Values in a case that `@Reducer` ignores are there until they are dismissed.
  public static func isOver<Held>(ignored held: Held, after action: Action) -> Bool { false }

  /// Ephemeral state in a case that `@Reducer` ignores is over with its action, for which the enum declares a
  /// case by itself.
  public static func isOver<Held: EphemeralState>(
    ignored held: Held, after action: Action
  ) -> Bool {
    EphemeralLifetime<State, Action>.isAction(action, of: held)
  }
}

/// The state of an enum of features.
///
/// Its `StateReducer` is the enum of features.
public protocol CaseReducerState: CasePathable, Sendable, SelfReducingState
where StateReducer: CaseReducer {}

extension CaseReducerState {
  /// The reducers of all cases.
  public static var stateReducer: Reduce<Self, StateReducer.Action> {
    Reduce(StateReducer.body)
  }
}

extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The store of the feature whose case the state is in, to switch over. An observer of this is told when
  /// the case is another, or the state in it.
  ///
  /// ```swift
  /// switch store.case {
  /// case .detail(let store): showDetail(store)
  /// case .settings(let store): showSettings(store)
  /// }
  /// ```
  public var `case`: State.StateReducer.CaseScope {
    State.StateReducer.scope(self)
  }

  /// The state, for what `@Reducer` writes: an observer is told when it is in another case, or what is in its
  /// case is another, and not of what changes in the fields of that.
  public var _$state: State { read(\.self) }

  /// A store of one case's feature, for what `@Reducer` writes.
  ///
  /// - Parameters:
  ///   - state: The feature's state, just read from this store.
  ///   - toChildState: The case that it was in.
  ///   - toChildAction: The case of the feature's action.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ state: ChildState,
    in toChildState: CaseKeyPath<State, ChildState>,
    action toChildAction: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    let path = AnyCasePath(toChildState)
    return scoped(core, initial: state, action: AnyCasePath(toChildAction)) {
      path.extract(from: $0)
    }
  }
}
