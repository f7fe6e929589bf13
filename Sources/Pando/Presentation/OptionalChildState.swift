/// A value that holds the state of a child, or none: an optional, or ``PresentationState``.
///
/// `ifLet(_:action:destination:)` takes a key path to one.
public protocol OptionalChildState {
  /// The state of the child.
  associatedtype ChildState

  /// ``UnwrappedChild`` or ``PresentedChild``: decides which actions the child takes.
  associatedtype ChildKind

  /// Returns whether there is a child, without copying its state.
  static func hasChild(_ state: UnsafeMutablePointer<Self>) -> Bool
}

/// The kind of a child in an optional, whose actions are the payload of a case.
public enum UnwrappedChild {}

/// The kind of a child that is presented, whose actions are in a ``PresentationAction``.
public enum PresentedChild {}

extension Optional: OptionalChildState {
  /// The kind of a child in an optional.
  public typealias ChildKind = UnwrappedChild

  /// Returns whether the optional holds a value.
  @inlinable @inline(__always)
  public static func hasChild(_ state: UnsafeMutablePointer<Wrapped?>) -> Bool {
    if case .none = state.pointee { false } else { true }
  }

  /// The state of the child.
  public typealias ChildState = Wrapped
}

extension PresentationState: OptionalChildState {
  /// The kind of a child that is presented.
  public typealias ChildKind = PresentedChild

  /// Returns whether a state is presented.
  public static func hasChild(_ state: UnsafeMutablePointer<Self>) -> Bool {
    !state.pointee.storage.isEmpty
  }

  /// The state of the child.
  public typealias ChildState = State
}
