/// A moment of a clock that a test controls, by its distance from the clock's beginning.
public struct SimulatedInstant<Duration: DurationProtocol & Hashable>: InstantProtocol {
  /// The time since the clock's beginning.
  public let offset: Duration

  /// The moment `offset` after the clock's beginning.
  public init(offset: Duration = .zero) {
    self.offset = offset
  }

  /// The moment `duration` later.
  public func advanced(by duration: Duration) -> SimulatedInstant {
    SimulatedInstant(offset: offset + duration)
  }

  /// Returns the time from this moment to another.
  public func duration(to other: SimulatedInstant) -> Duration {
    other.offset - offset
  }

  /// Returns whether a moment is the earlier one.
  public static func < (left: SimulatedInstant, right: SimulatedInstant) -> Bool {
    left.offset < right.offset
  }
}
