/// An action of which a part is for the user interface alone.
///
/// ```swift
/// enum Action: ViewAction {
///   case view(View)
///   case loaded([Row])
///
///   enum View { case refreshButtonTapped }
/// }
/// ```
public protocol ViewAction<ViewAction> {
  /// The type of the actions that the user interface sends.
  associatedtype ViewAction

  /// The action for one of the user interface.
  static func view(_ action: ViewAction) -> Self
}

/// Something that shows a store and sends it the actions of a user interface; ``ViewAction(for:)`` makes
/// it so.
public protocol ViewActionSending<StoreState, StoreAction> {
  /// The state of the store.
  associatedtype StoreState: Sendable
  /// The actions of the store.
  associatedtype StoreAction: ViewAction & Sendable

  /// The store that is shown.
  var store: Store<StoreState, StoreAction> { get }
}

extension ViewActionSending {
  /// Sends the store an action of the user interface.
  @discardableResult
  public func send(_ action: StoreAction.ViewAction) -> StoreTask {
    store.send(.view(action))
  }
}
