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

  /// Lends the child's state for changing in place; returns false where there is no child.
  static func withChild(
    of state: UnsafeMutablePointer<Self>, _ body: (UnsafeMutablePointer<ChildState>) -> Void
  ) -> Bool
}

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

  /// Lends the optional's value for changing in place; returns false where it holds none.
  @inlinable @inline(__always)
  public static func withChild(
    of state: UnsafeMutablePointer<Wrapped?>, _ body: (UnsafeMutablePointer<Wrapped>) -> Void
  ) -> Bool {
    if case .none = state.pointee { return false }
    // An enum with one payload has it at its start.
    body(UnsafeMutableRawPointer(state).assumingMemoryBound(to: Wrapped.self))
    return true
  }

  /// The state of the child.
  public typealias ChildState = Wrapped
}

extension PresentationState: OptionalChildState {
  /// The kind of a child that is presented.
  public typealias ChildKind = PresentedChild

  /// Lends the presented state for changing in place; returns false where there is none.
  @inlinable @inline(__always)
  public static func withChild(
    of state: UnsafeMutablePointer<Self>, _ body: (UnsafeMutablePointer<State>) -> Void
  ) -> Bool {
    if state.pointee.storage.isEmpty { return false }
    state.pointee.storage.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
    return true
  }

  /// Returns whether a state is presented.
  public static func hasChild(_ state: UnsafeMutablePointer<Self>) -> Bool {
    !state.pointee.storage.isEmpty
  }

  /// The state of the child.
  public typealias ChildState = State
}
