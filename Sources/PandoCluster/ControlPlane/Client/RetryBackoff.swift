/// The time to wait before the next attempt: twice as long each time, up to a maximum.
struct RetryBackoff: Equatable {
  private(set) var milliseconds: Int
  private let first: Int
  private let maximum: Int

  init(firstMilliseconds first: Int = 100, maximumMilliseconds maximum: Int = 2000) {
    self.first = first
    self.maximum = maximum
    milliseconds = first
  }

  /// The time to wait now.
  mutating func next() -> Int {
    defer { milliseconds = min(milliseconds * 2, maximum) }
    return milliseconds
  }

  /// An attempt went well.
  mutating func reset() {
    milliseconds = first
  }
}
