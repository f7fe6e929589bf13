/// The number of actions of a lane that may be in flight.
///
/// A rewrite of the child's state by its parent makes everything behind it wasted work, so the limit
/// falls to one; every commit that leaves the state alone doubles it, up to the window.
package struct SpeculationLimit: Equatable, Sendable {
  package private(set) var value: Int
  private let window: Int

  package init(window: Int) {
    precondition(window > 0, "a lane has at least one action in flight")
    self.window = window
    value = window
  }

  /// True if a rewrite happened not long ago, so that the next may be near.
  package var isCautious: Bool { value < window }

  package mutating func fall() {
    value = 1
  }

  package mutating func grow() {
    value = Swift.min(window, value &* 2)
  }
}
