public import OrderedCollections

/// The state of features that are pushed on top of one another: a navigation stack.
///
/// It is a collection of its elements, the root first. Each element has an id, which stays with it
/// until it is popped and is not given to another: `forEach(_:action:destination:)` finds an action's
/// element by it.
///
/// ```swift
/// struct State {
///   var path = StackState<Path.State>()
/// }
/// ...
/// state.path.append(.detail(Detail.State()))
/// ```
///
/// Two stacks are equal when their elements and their ids are.
public struct StackState<Element> {
  /// The ids of the elements, the root first.
  public internal(set) var ids: OrderedSet<StackElementID> = []

  /// Each is at the position of its id.
  @usableFromInline var elements: [Element] = []

  /// The number of ids that were given out; never above ``StackElementID/limit`` but by ids that a program writes
  /// itself.
  var generation = 0

  /// Tells the elements of this stack from those of another that counted the same ids; 0 while it
  /// never had an element. Copies keep it, and so does the codec of hosted features.
  var lineage: UInt64 = 0

  /// An empty stack.
  public init() {}

  /// The id that the next element will have.
  public var nextID: StackElementID {
    if generation < StackElementID.limit { return StackElementID(generation: generation) }
    // No stack counts so far: a peer that lies says so, or an action of it. Were its stack to count on, nobody could
    // read it any more; so it gives out the greatest id that none of its elements has.
    var id = StackElementID(generation: StackElementID.limit - 1)
    while ids.contains(id) { id = StackElementID(generation: id.generation - 1) }
    return id
  }

  mutating func makeID() -> StackElementID {
    let id = nextID
    noteUse(of: id)
    return id
  }

  /// Puts an element on top under an id of somebody else's making, which it does not have.
  mutating func push(_ element: Element, id: StackElementID) {
    noteUse(of: id)
    insert(element, id: id, at: elements.count)
  }

  private mutating func noteUse(of id: StackElementID) {
    if id.generation >= generation { generation = id.generation + 1 }
  }

  mutating func insert(_ element: Element, id: StackElementID, at position: Int) {
    if lineage == 0 { lineage = makeLineage() }
    ids.insert(id, at: position)
    elements.insert(element, at: position)
  }
}

extension StackState: Sendable where Element: Sendable {}

extension StackState: Equatable where Element: Equatable {
  /// Compares the elements and their ids.
  public static func == (left: StackState, right: StackState) -> Bool {
    left.ids == right.ids && left.elements == right.elements
  }
}

extension StackState: Hashable where Element: Hashable {
  /// Hashes the elements.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elements)
  }
}

extension StackState: CustomReflectable {
  /// Shows the elements under their ids.
  public var customMirror: Mirror {
    Mirror(
      self, unlabeledChildren: zip(ids, elements).map { (key: $0, value: $1) },
      displayStyle: .dictionary)
  }
}
