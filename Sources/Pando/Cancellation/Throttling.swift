/// The state that effects share which are throttled under one identity.
protocol Throttling: AnyObject, Sendable {
  /// True if it tells nothing any more that a fresh one would not.
  var isOver: Bool { get }

  /// The number of times that what waits was dropped.
  var round: UInt64 { get }

  /// Drops the action that waits, and from now on whatever is sent by effects of this round or an earlier.
  /// Returns it, to be let go of under no lock.
  func drop() -> (any Sendable)?
}

/// The state that a throttled effect shares, and the round in which it came.
struct ThrottleShare {
  let state: any Throttling
  let round: UInt64
}
