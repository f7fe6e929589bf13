import Glibc

/// Nanoseconds of a clock that never goes back.
@inline(__always)
func now() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// When each action was sent, and when it committed.
final class CommitTimes: @unchecked Sendable {
  // One thread writes `sent`, and whoever holds the store's lock writes `committed`, each at an index
  // of its own; both are read after the last commit was waited for.
  private let sent: UnsafeMutablePointer<UInt64>
  private let committed: UnsafeMutablePointer<UInt64>
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    sent = .allocate(capacity: capacity)
    committed = .allocate(capacity: capacity)
    sent.initialize(repeating: 0, count: capacity)
    committed.initialize(repeating: 0, count: capacity)
  }

  deinit {
    sent.deallocate()
    committed.deallocate()
  }

  /// Every so many actions are timed: a clock read for each would be measured too.
  static let interval = 16

  @inline(__always)
  func noteSend(_ index: Int) {
    if index % Self.interval == 0, index < capacity { sent[index] = now() }
  }

  @inline(__always)
  func note(_ index: Int) {
    if index % Self.interval == 0, index < capacity { committed[index] = now() }
  }

  /// The nanoseconds from send to commit of the timed actions in a range.
  func latencies(_ range: Range<Int>) -> [UInt64] {
    range.compactMap { index in
      sent[index] > 0 && committed[index] >= sent[index] ? committed[index] - sent[index] : nil
    }
  }
}
