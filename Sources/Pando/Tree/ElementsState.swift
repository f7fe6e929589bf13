public import OrderedCollections

/// State of many children of one type: an ``IdentifiedArray`` or a ``StackState``.
///
/// `forEach(_:action:element:)` takes a key path to one.
public protocol ElementsState {
  /// The state of one child.
  associatedtype ElementState

  /// ``IdentifiedElements`` or ``StackElements``: decides which actions the elements take.
  associatedtype ElementKind: ElementsKind

  /// Returns where an element is; negative when it is not there.
  static func position(
    of id: ElementKind.ID, in elements: UnsafeMutablePointer<Self>
  ) -> Int

  /// Lends the element at a position for changing in place.
  static func withElement(
    at position: Int, of elements: UnsafeMutablePointer<Self>,
    _ body: (UnsafeMutablePointer<ElementState>) -> Void
  )
}

/// An action of one of many children: an ``IdentifiedAction`` or a ``StackAction``.
public protocol ElementsAction {
  /// The action of one child.
  associatedtype ElementAction

  /// The kind of the elements that the action is for.
  associatedtype ElementKind: ElementsKind

  /// Returns the element that an action is for and the element's action; nil for any other action.
  static func request(
    of action: Self
  ) -> (id: ElementKind.ID, action: ElementAction)?
}

/// A kind of elements: ``IdentifiedElements`` or ``StackElements``.
public protocol ElementsKind {
  /// The identity of an element.
  associatedtype ID
}

/// The kind of the elements of an ``IdentifiedArray``.
public enum IdentifiedElements<ID>: ElementsKind {}

/// The kind of the elements of a ``StackState``.
public enum StackElements<State>: ElementsKind {
  /// The identity of an element of a stack.
  public typealias ID = StackElementID
}

extension IdentifiedArray: ElementsState {
  /// The state of one element.
  public typealias ElementState = Element

  /// The kind of the elements of an identified array.
  public typealias ElementKind = IdentifiedElements<ID>

  /// Returns where an element is; negative when it is not there.
  @inlinable @inline(__always)
  public static func position(
    of id: ID, in elements: UnsafeMutablePointer<IdentifiedArray>
  ) -> Int {
    elements.pointee.position(of: id)
  }

  /// Lends the element at a position for changing in place.
  @inlinable @inline(__always)
  public static func withElement(
    at position: Int, of elements: UnsafeMutablePointer<IdentifiedArray>,
    _ body: (UnsafeMutablePointer<Element>) -> Void
  ) {
    withUnsafeMutablePointer(to: &elements.pointee[position]) { body($0) }
  }
}

extension IdentifiedAction: ElementsAction {
  /// The action of one element.
  public typealias ElementAction = Action

  /// The kind of the elements of an identified array.
  public typealias ElementKind = IdentifiedElements<ID>

  /// Returns the element that an action is for and the element's action.
  @inlinable @inline(__always)
  public static func request(of action: IdentifiedAction) -> (id: ID, action: Action)? {
    guard case .element(let id, let action) = action else { return nil }
    return (id, action)
  }
}

extension StackState: ElementsState {
  /// The state of one element.
  public typealias ElementState = Element

  /// The kind of the elements of a stack.
  public typealias ElementKind = StackElements<Element>

  /// Returns where an element is; negative when it is not there.
  @inlinable @inline(__always)
  public static func position(
    of id: StackElementID, in elements: UnsafeMutablePointer<StackState>
  ) -> Int {
    elements.pointee.ids.firstIndex(of: id) ?? -1
  }

  /// Lends the element at a position for changing in place.
  @inlinable @inline(__always)
  public static func withElement(
    at position: Int, of elements: UnsafeMutablePointer<StackState>,
    _ body: (UnsafeMutablePointer<Element>) -> Void
  ) {
    withUnsafeMutablePointer(to: &elements.pointee.elements[position]) { body($0) }
  }
}

extension StackAction: ElementsAction {
  /// The action of one element.
  public typealias ElementAction = Action

  /// The kind of the elements of a stack.
  public typealias ElementKind = StackElements<State>

  /// Returns the element that an action is for and the element's action; nil for a pop or a push.
  @inlinable @inline(__always)
  public static func request(of action: StackAction) -> (id: StackElementID, action: Action)? {
    guard case .element(let id, let action) = action else { return nil }
    return (id, action)
  }
}
