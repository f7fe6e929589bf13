import PandoBenchmarking

/// The moments at which the answers of a round committed.
final class AnswerTimes: @unchecked Sendable {
  // Whoever holds the store's lock writes; all else happens while nothing is in flight: the last commit was waited for.
  private var moments: [UInt64] = []
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Forgets the round before.
  func begin() {
    moments = []
    moments.reserveCapacity(capacity)
  }

  /// Notes a commit.
  func note() { moments.append(Stopwatch.now) }

  /// The nanoseconds from each commit to the next.
  var intervals: [UInt64] { zip(moments.dropFirst(), moments).map { $0 - $1 } }
}
