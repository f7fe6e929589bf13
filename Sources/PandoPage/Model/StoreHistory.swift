package import Pando

/// Keeps the last hour of a store's workers: how fast their counts of commits rise, and how long actions took that were
/// seen while somebody read.
///
/// Pure: the time is told to it.
package struct StoreHistory {
  package private(set) var shown = PageDocument.History()
  private var counts: [String: UInt64] = [:]
  private var lookedAt: Int?

  package init() {}

  /// Adds a point.
  ///
  /// - Parameters:
  ///   - workers: Without any, nobody counts what commits.
  ///   - commits: The last that were seen.
  package mutating func note(
    workers: [HostedWorker], commits: [PageDocument.Commit], residentBytes: [Int],
    atMilliseconds now: Int
  ) {
    var point = PageDocument.History.Point(residentBytes: residentBytes)
    if let lookedAt, now > lookedAt {
      if !workers.isEmpty {
        point.actionsPerSecond = Int(clamping: rise(workers) * 1_000 / UInt64(now - lookedAt))
      }
      point.setLatency(commits.filter { $0.at > lookedAt }.compactMap(\.latencyNanoseconds))
    }
    shown.add(point, atMilliseconds: now)
    counts = Dictionary(
      workers.map { ($0.name, $0.commitCount) }, uniquingKeysWith: { first, _ in first })
    lookedAt = now
  }

  /// Returns the commits since the last point. A worker that took another's place began from nothing.
  private func rise(_ workers: [HostedWorker]) -> UInt64 {
    workers.reduce(0) { sum, worker in
      let before = counts[worker.name] ?? 0
      return sum + worker.commitCount - (before <= worker.commitCount ? before : 0)
    }
  }
}

extension PageDocument.Commit {
  /// The time from the first dispatch to the commit, of the slowest child; nil where no child was away.
  fileprivate var latencyNanoseconds: Int? {
    parts.compactMap { part in part.awayNanoseconds.map { $0 + (part.waitedNanoseconds ?? 0) } }
      .max().map { $0 + parentNanoseconds }
  }
}
