/// The spans that have ended and are still to be exported. Bounded: what finds no room is dropped.
struct SpanQueue {
  let capacity: Int
  private var spans: [SpanRecord] = []

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

  /// Takes the oldest out, so many at most. O(spans).
  mutating func take(_ count: Int) -> [SpanRecord] {
    let taken = Array(spans.prefix(count))
    spans.removeFirst(taken.count)
    return taken
  }
}
