import DequeModule

/// The spans that have ended and are still to be exported. Bounded: one that finds no room is not taken.
struct SpanQueue {
  let capacity: Int
  private var spans: Deque<SpanRecord> = []

  init(capacity: Int) {
    self.capacity = capacity
  }

  var count: Int { spans.count }

  /// Returns whether there was room.
  mutating func add(_ span: SpanRecord) -> Bool {
    guard spans.count < capacity else { return false }
    spans.append(span)
    return true
  }

  /// Takes the oldest out, so many at most. O(count): whoever ends a span may wait for it.
  mutating func take(_ count: Int) -> [SpanRecord] {
    let taken = Array(spans.prefix(count))
    spans.removeFirst(taken.count)
    return taken
  }
}
