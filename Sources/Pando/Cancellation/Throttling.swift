/// The state that effects share which are throttled under one identity.
protocol Throttling: AnyObject, Sendable {
  /// True if it tells nothing any more that a fresh one would not.
  var isOver: Bool { get }
}
