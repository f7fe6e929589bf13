/// Shows one thing for each case of enum state.
///
/// A frame is rendered again when the case changes. In the content, ``CaseLet`` gives the store of a
/// case's value.
public struct SwitchStore<State: Sendable, Action: Sendable, Content: ViewContent>: StoreView {
  private let store: Store<State, Action>
  private let content: (State) -> Content

  /// Shows `content`.
  ///
  /// - Parameters:
  ///   - store: A store of enum state.
  ///   - content: Switches over the state that it is given.
  public init(
    _ store: Store<State, Action>,
    @ContentBuilder<Content> content: @escaping (_ initialState: State) -> Content
  ) {
    self.store = store
    self.content = content
  }

  /// Shows what the ``CaseLet``s in `content` show.
  public init(
    _ store: Store<State, Action>,
    @ContentBuilder<Content> content: @escaping () -> Content
  ) {
    self.init(store) { _ in content() }
  }

  /// The content now.
  public var body: Content {
    let state = ViewObservations.looking { store.withState { $0 } }
    let name = caseName(of: state)
    ViewObservations.note { [store] in store.withState { caseName(of: $0) } != name }
    return SwitchedStore.$current.withValue(SwitchedStore(store)) { content(state) }
  }
}

/// The store that the nearest ``SwitchStore`` switches over.
struct SwitchedStore: Sendable {
  @TaskLocal static var current: SwitchedStore?

  /// A `Store` of types that only those who use it know.
  let store: any Sendable

  init<State: Sendable, Action: Sendable>(_ store: Store<State, Action>) {
    self.store = store
  }
}
