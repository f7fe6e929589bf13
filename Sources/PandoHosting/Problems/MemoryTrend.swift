/// Tells when the memory of a process grows though it has no more to do: it leaks, or keeps what it needs no longer.
///
/// Pure: it is shown the memory now and then, with the time. It keeps the least of each span of time, so that a peak
/// which was given back is no growth.
package struct MemoryTrend: Sendable {
  /// A growth.
  package struct Growth: Equatable, Sendable {
    package var fromBytes: Int
    package var toBytes: Int
    package var milliseconds: Int
  }

  private struct Span {
    var beganMilliseconds: Int
    var bytes: Int
    var lanes: Int
  }

  private var spans: [Span] = []

  /// The length of a span.
  private static let spanMilliseconds = 1_000
  /// The number of spans that are looked back at.
  private static let spansAtMost = 600
  /// The growth from which on it is told: by this part, and by so many bytes.
  private static let growthPercent = 50
  private static let growthBytes = 64 << 20
  /// The part of the growth that may have been given back since.
  private static let returnedPercent = 10

  package init() {}

  /// Returns the growth since the least memory of the last ten minutes; nil while it is no large one, where the process
  /// got more lanes meanwhile, and where it has given much of it back.
  ///
  /// Complexity: O(spans), 600 at most.
  package mutating func look(bytes: Int, lanes: Int, atMilliseconds now: Int) -> Growth? {
    if let last = spans.last, now - last.beganMilliseconds < Self.spanMilliseconds {
      spans[spans.count - 1].bytes = min(last.bytes, bytes)
      spans[spans.count - 1].lanes = max(last.lanes, lanes)
    } else {
      if spans.count == Self.spansAtMost { spans.removeFirst() }
      spans.append(Span(beganMilliseconds: now, bytes: bytes, lanes: lanes))
    }
    // With more lanes it needs more: only what came since then counts.
    let start = spans.lastIndex { $0.lanes < lanes }.map { $0 + 1 } ?? 0
    guard let least = spans[start...].enumerated().min(by: { $0.element.bytes < $1.element.bytes })
    else { return nil }
    let most = spans[(start + least.offset)...].map(\.bytes).max() ?? bytes
    let growth = bytes - least.element.bytes
    guard growth >= Self.growthBytes,
      growth * 100 >= least.element.bytes * Self.growthPercent,
      (most - bytes) * 100 <= (most - least.element.bytes) * Self.returnedPercent
    else { return nil }
    return Growth(
      fromBytes: least.element.bytes, toBytes: bytes,
      milliseconds: now - least.element.beganMilliseconds)
  }
}
