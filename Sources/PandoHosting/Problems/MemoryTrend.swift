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

  /// A time in which the lanes did not become more.
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
  /// The parts of the time, in each of which it has to have grown, and by how much of the whole: what children load once
  /// they are there is no growth that goes on.
  private static let partCount = 4
  private static let partPercent = 10

  package init() {}

  /// Returns the growth since the least memory of the last ten minutes; nil while it is no large one, where it does not
  /// go on, where the process got more lanes meanwhile, and where it has given much of it back.
  ///
  /// Complexity: O(spans), 600 at most.
  package mutating func look(bytes: Int, lanes: Int, atMilliseconds now: Int) -> Growth? {
    if let last = spans.last, lanes <= last.lanes,
      now - last.beganMilliseconds < Self.spanMilliseconds
    {
      spans[spans.count - 1].bytes = min(last.bytes, bytes)
    } else {
      if spans.count == Self.spansAtMost { spans.removeFirst() }
      spans.append(Span(beganMilliseconds: now, bytes: bytes, lanes: lanes))
    }
    // With more lanes it needs more: only what came since then counts.
    let start = spans.lastIndex { $0.lanes < lanes }.map { $0 + 1 } ?? 0
    guard let least = spans[start...].indices.min(by: { spans[$0].bytes < spans[$1].bytes })
    else { return nil }
    let since = spans[least...]
    let (from, most) = (spans[least].bytes, since.map(\.bytes).max() ?? bytes)
    let growth = bytes - from
    guard growth >= Self.growthBytes, growth * 100 >= from * Self.growthPercent,
      (most - bytes) * 100 <= (most - from) * Self.returnedPercent,
      Self.goesOn(since.map(\.bytes), by: growth * Self.partPercent / 100)
    else { return nil }
    return Growth(
      fromBytes: from, toBytes: bytes, milliseconds: now - spans[least].beganMilliseconds)
  }

  /// Returns whether the least of each part is larger than that of the part before it by so much.
  private static func goesOn(_ bytes: [Int], by difference: Int) -> Bool {
    guard bytes.count >= partCount else { return false }
    let least = (0..<partCount).map { part in
      bytes[bytes.count * part / partCount..<bytes.count * (part + 1) / partCount].min() ?? 0
    }
    return zip(least, least.dropFirst()).allSatisfy { $1 - $0 >= difference }
  }
}
