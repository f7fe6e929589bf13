/// The stores of the elements of a collection, as it was when `Store.scope(state:action:)` was
/// called.
///
/// Each store follows its element wherever that moves. When the element is removed later, its store
/// keeps the last state that was read of it, and what is sent to it is reported like any action of an
/// element that is not there.
public struct StoreCollection<ID: Hashable & Sendable, State: Sendable, Action: Sendable>: Sendable
{
  /// The ids of the elements, in their order.
  public let ids: [ID]

  private let makeStore: @Sendable (Int) -> Store<State, Action>

  init(ids: [ID], makeStore: @escaping @Sendable (Int) -> Store<State, Action>) {
    self.ids = ids
    self.makeStore = makeStore
  }

  /// A store of the element with an id; nil when it is not among them. O(n).
  public subscript(id id: ID) -> Store<State, Action>? {
    ids.firstIndex(of: id).map(makeStore)
  }
}

extension StoreCollection: RandomAccessCollection {
  /// The position of the first store.
  public var startIndex: Int { 0 }

  /// The position behind the last store.
  public var endIndex: Int { ids.count }

  /// A store of the element at a position, made at each call.
  public subscript(position: Int) -> Store<State, Action> { makeStore(position) }
}
