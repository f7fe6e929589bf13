import DequeModule
import ZeroMQ

/// The batches of a worker that came while the thread that reads them was busy, in order.
///
/// They are copies: a short message of libzmq may keep many times its own size in memory.
struct UnreadBatches {
  private var batches: Deque<[UInt8]> = []
  /// The number of bytes that they take.
  private(set) var byteCount = 0

  /// The most lanes that the worker had since nothing was unread. They may be gone, and what they owed be here.
  private var laneCount = 0

  /// The bytes that each takes beside its own, about.
  static let overhead = 128

  var isEmpty: Bool { batches.isEmpty }

  /// Returns whether there is more than a worker with so many lanes may have unread. One batch alone is never too much.
  mutating func isTooMuch(laneCount: Int) -> Bool {
    self.laneCount = max(self.laneCount, laneCount)
    return batches.count > 1 && byteCount > LinkLimits.unreadBytes(laneCount: self.laneCount)
  }

  mutating func append(_ message: borrowing Message) {
    batches.append([UInt8](copying: message))
    byteCount += message.count + Self.overhead
  }

  /// Takes the oldest; false when there is none.
  mutating func takeFirst(into message: inout Message) -> Bool {
    guard let batch = batches.popFirst() else { return false }
    byteCount -= batch.count + Self.overhead
    if batches.isEmpty { laneCount = 0 }
    message = Message(copying: batch)
    return true
  }

  /// Frees all of them.
  mutating func removeAll() { self = UnreadBatches() }
}
