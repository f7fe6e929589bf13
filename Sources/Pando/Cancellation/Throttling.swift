/// The state that effects share which are throttled under one identity.
protocol Throttling: AnyObject, Sendable {
  /// The type of the actions that it lets through.
  var actionType: Any.Type { get }

  /// True if it tells nothing any more that a fresh one would not.
  var isOver: Bool { get }

  /// The number of times that what waits was dropped.
  var round: UInt64 { get }

  /// Drops the action that waits, and from now on whatever is sent by effects of this round or an earlier.
  /// Returns it as a `HeldAction`, to be let go of under no lock.
  func drop() -> (any Sendable)?
}

/// The state that a throttled effect shares, and the round in which it came.
struct ThrottleShare {
  let state: any Throttling
  let round: UInt64
}

/// An action that waits to go through. Only its box is shared; it is handed on once, by whoever took it out.
struct HeldAction<Action>: @unchecked Sendable {
  let action: Action
}
