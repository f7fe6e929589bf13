/// Shows one thing while optional state is there, and another while it is nil.
///
/// A frame is rendered again when the state comes or goes; what the content observes by itself is
/// another matter.
public struct IfLetStore<State: Sendable, Action: Sendable, Content: ViewContent>: StoreView {
  private let store: Store<State?, Action>
  private let ifContent: (Store<State, Action>) -> Content
  private let elseContent: () -> Content

  /// Shows one of two.
  ///
  /// - Parameters:
  ///   - store: A store of optional state.
  ///   - ifContent: What is shown while there is state.
  ///   - elseContent: What is shown while there is none.
  public init(
    _ store: Store<State?, Action>,
    @ContentBuilder<Content> then ifContent: @escaping (_ store: Store<State, Action>) -> Content,
    @ContentBuilder<Content> else elseContent: @escaping () -> Content
  ) {
    self.store = store
    self.ifContent = ifContent
    self.elseContent = elseContent
  }

  /// Shows something while there is state, and nothing while there is none.
  public init(
    _ store: Store<State?, Action>,
    @ContentBuilder<Content> then ifContent: @escaping (_ store: Store<State, Action>) -> Content
  ) {
    self.init(store, then: ifContent) { Content(parts: []) }
  }

  /// The content now.
  public var body: Content {
    let child: Store<State, Action>? = ViewObservations.looking {
      store.scope(state: \.self, action: \.self)
    }
    let isThere = child != nil
    ViewObservations.note { [store] in store.withState { $0 != nil } != isThere }
    return child.map(ifContent) ?? elseContent()
  }
}
