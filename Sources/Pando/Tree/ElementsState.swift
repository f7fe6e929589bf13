/// State of many children of one type: an ``IdentifiedArray`` or a ``StackState``.
///
/// `forEach(_:action:element:)` takes a key path to one.
public protocol ElementsState {
  /// The state of one child.
  associatedtype ElementState

  /// ``IdentifiedElements`` or ``StackElements``: decides which actions the elements take.
  associatedtype ElementKind
}

/// An action of one of many children: an ``IdentifiedAction`` or a ``StackAction``.
public protocol ElementsAction {
  /// The action of one child.
  associatedtype ElementAction

  /// The kind of the elements that the action is for.
  associatedtype ElementKind
}

/// The kind of the elements of an ``IdentifiedArray``.
public enum IdentifiedElements<ID> {}

/// The kind of the elements of a ``StackState``.
public enum StackElements<State> {}

extension IdentifiedArray: ElementsState {
  /// The state of one element.
  public typealias ElementState = Element

  /// The kind of the elements of an identified array.
  public typealias ElementKind = IdentifiedElements<ID>
}

extension IdentifiedAction: ElementsAction {
  /// The action of one element.
  public typealias ElementAction = Action

  /// The kind of the elements of an identified array.
  public typealias ElementKind = IdentifiedElements<ID>
}

extension StackState: ElementsState {
  /// The state of one element.
  public typealias ElementState = Element

  /// The kind of the elements of a stack.
  public typealias ElementKind = StackElements<Element>
}

extension StackAction: ElementsAction {
  /// The action of one element.
  public typealias ElementAction = Action

  /// The kind of the elements of a stack.
  public typealias ElementKind = StackElements<State>
}
