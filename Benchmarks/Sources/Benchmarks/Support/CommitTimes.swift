import PandoBenchmarking

/// When each action of a round was sent, and when it committed.
final class CommitTimes: @unchecked Sendable {
  // One thread writes `sent`, and whoever holds the store's lock writes `committed`, each at an index
  // of its own. `first` is written, and all are read, while nothing is in flight: the last commit was
  // waited for.
  private let sent: UnsafeMutablePointer<UInt64>
  private let committed: UnsafeMutablePointer<UInt64>
  private let capacity: Int
  private var first = Int.max

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

  /// Forgets the round before; the next commit is that of action 0, after so many others.
  func begin(_ commitCount: Int) {
    first = commitCount
    sent.update(repeating: 0, count: capacity)
    committed.update(repeating: 0, count: capacity)
  }

  @inline(__always)
  func noteSend(_ index: Int) {
    if index % Self.interval == 0, index < capacity { sent[index] = Stopwatch.now }
  }

  /// Notes when an action was due to be sent, whenever it could be.
  @inline(__always)
  func noteSend(_ index: Int, due: UInt64) {
    if index % Self.interval == 0, index < capacity { sent[index] = due }
  }

  /// Notes a commit, given the number of all before it.
  @inline(__always)
  func note(_ commitCount: Int) {
    let index = commitCount - first
    if index >= 0, index % Self.interval == 0, index < capacity {
      committed[index] = Stopwatch.now
    }
  }

  /// The nanoseconds from send to commit of the timed actions.
  var latencies: [UInt64] {
    (0..<capacity).compactMap { index in
      sent[index] > 0 && committed[index] >= sent[index] ? committed[index] - sent[index] : nil
    }
  }
}
