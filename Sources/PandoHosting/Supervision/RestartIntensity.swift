/// Counts failures in a row, or in a window of time, and says when they are too many.
package struct RestartIntensity: Equatable, Sendable {
  private let limit: Int
  private let windowMilliseconds: Int
  private var times: [Int] = []

  package init(limit: Int, windowMilliseconds: Int) {
    self.limit = limit
    self.windowMilliseconds = windowMilliseconds
  }

  /// Counts a failure. Returns true when the limit is reached: within the window, or in a row, whatever time each took.
  package mutating func note(at now: Int, inARow: Bool = false) -> Bool {
    if !inARow { times.removeAll { now - $0 > windowMilliseconds } }
    times.append(now)
    return times.count >= limit
  }

  /// True if nothing has failed yet, or since the last reset.
  var isUnharmed: Bool { times.isEmpty }

  package mutating func reset() {
    times.removeAll()
  }
}
