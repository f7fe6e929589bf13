/// Observes a part of a store's state: a frame is rendered again when that changes, and for nothing
/// else in the state.
public struct WithViewStore<ViewState: Sendable, ViewAction: Sendable, Content: ViewContent>:
  StoreView
{
  private let read: @Sendable () -> ViewState
  private let send: @Sendable (ViewAction) -> StoreTask
  private let isDuplicate: @Sendable (ViewState, ViewState) -> Bool
  private let content: (ViewStore<ViewState, ViewAction>) -> Content

  /// Observes what `toViewState` makes of the state.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - toViewState: What the view needs to know. Called after every commit: it must be cheap.
  ///   - fromViewAction: Makes an action of the store from one of the view.
  ///   - isDuplicate: Whether the view looks the same for two states.
  ///   - content: What is shown.
  public init<State: Sendable, Action: Sendable>(
    _ store: Store<State, Action>,
    observe toViewState: @escaping @Sendable (_ state: State) -> ViewState,
    send fromViewAction: @escaping @Sendable (_ viewAction: ViewAction) -> Action,
    removeDuplicates isDuplicate: @escaping @Sendable (ViewState, ViewState) -> Bool,
    @ContentBuilder<Content> content:
      @escaping (_ viewStore: ViewStore<ViewState, ViewAction>) ->
      Content
  ) {
    read = { store.withState(toViewState) }
    send = { store.send(fromViewAction($0)) }
    self.isDuplicate = isDuplicate
    self.content = content
  }

  /// Observes what `toViewState` makes of the state, and sends the store's own actions.
  public init<State: Sendable>(
    _ store: Store<State, ViewAction>,
    observe toViewState: @escaping @Sendable (_ state: State) -> ViewState,
    removeDuplicates isDuplicate: @escaping @Sendable (ViewState, ViewState) -> Bool,
    @ContentBuilder<Content> content:
      @escaping (_ viewStore: ViewStore<ViewState, ViewAction>) ->
      Content
  ) {
    self.init(
      store, observe: toViewState, send: { $0 }, removeDuplicates: isDuplicate, content: content)
  }

  /// The content now.
  public var body: Content {
    let state = ViewObservations.looking(read)
    ViewObservations.note { [read, isDuplicate] in !isDuplicate(state, read()) }
    return content(ViewStore(state: state, send: send))
  }
}

extension WithViewStore where ViewState: Equatable {
  /// Observes the whole state.
  public init(
    _ store: Store<ViewState, ViewAction>,
    @ContentBuilder<Content> content:
      @escaping (_ viewStore: ViewStore<ViewState, ViewAction>) ->
      Content
  ) {
    self.init(store, observe: { $0 }, content: content)
  }

  /// Observes what `toViewState` makes of the state, and sends the store's own actions.
  public init<State: Sendable>(
    _ store: Store<State, ViewAction>,
    observe toViewState: @escaping @Sendable (_ state: State) -> ViewState,
    @ContentBuilder<Content> content:
      @escaping (_ viewStore: ViewStore<ViewState, ViewAction>) ->
      Content
  ) {
    self.init(
      store, observe: toViewState, send: { $0 }, removeDuplicates: ==, content: content)
  }

  /// Observes what `toViewState` makes of the state, and sends what `fromViewAction` makes of the
  /// view's actions.
  public init<State: Sendable, Action: Sendable>(
    _ store: Store<State, Action>,
    observe toViewState: @escaping @Sendable (_ state: State) -> ViewState,
    send fromViewAction: @escaping @Sendable (_ viewAction: ViewAction) -> Action,
    @ContentBuilder<Content> content:
      @escaping (_ viewStore: ViewStore<ViewState, ViewAction>) ->
      Content
  ) {
    self.init(
      store, observe: toViewState, send: fromViewAction, removeDuplicates: ==, content: content)
  }
}
