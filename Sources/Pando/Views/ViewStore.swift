/// The part of a store that a view observes, as of its frame.
@dynamicMemberLookup
public struct ViewStore<ViewState, ViewAction>: Sendable
where ViewState: Sendable, ViewAction: Sendable {
  /// The observed state.
  public let state: ViewState
  private let sendAction: @Sendable (ViewAction) -> StoreTask

  init(state: ViewState, send: @escaping @Sendable (ViewAction) -> StoreTask) {
    self.state = state
    sendAction = send
  }

  /// A part of the observed state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<ViewState, Value>) -> Value {
    state[keyPath: keyPath]
  }

  /// Sends an action to the store.
  @discardableResult
  public func send(_ action: ViewAction) -> StoreTask {
    sendAction(action)
  }
}

/// The view store of a feature, with its whole state.
public typealias ViewStoreOf<R: Reducer> = ViewStore<R.State, R.Action>
where R.State: Sendable, R.Action: Sendable
