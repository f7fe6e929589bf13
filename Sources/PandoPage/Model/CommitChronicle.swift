import Foundation
package import Pando
import Synchronization

/// The last commits of a store in words, oldest first. Bounded.
///
/// Whoever puts them into words runs what users wrote of identities and actions, and so does it without a lock.
package final class CommitChronicle: Sendable {
  /// The number of commits that are kept.
  package static let commitsAtMost = 256

  private let kept = Mutex<[PageDocument.Commit]>([])
  private let isTaking = Atomic(false)

  package init() {}

  package var commits: [PageDocument.Commit] { kept.withLock { $0 } }

  /// Adds what a store has recorded for a reader since the last time. Does nothing where another thread is at it.
  package func note(_ ring: CommitRing) {
    if isTaking.exchange(true, ordering: .acquiring) { return }
    note(ring.take(), atMilliseconds: Int(Date().timeIntervalSince1970 * 1_000))
    isTaking.store(false, ordering: .releasing)
  }

  /// Adds commits, oldest first.
  ///
  /// - Parameter now: The time of the wall clock.
  private func note(_ records: [CommitRecord], atMilliseconds now: Int) {
    let instant = ContinuousClock.now
    let commits = records.suffix(Self.commitsAtMost).map { record in
      Self.commit(record, at: now - Int(record.instant.duration(to: instant) / .milliseconds(1)))
    }
    kept.withLock { kept in
      kept.append(contentsOf: commits)
      kept.removeFirst(max(0, kept.count - Self.commitsAtMost))
    }
  }

  private static func commit(_ record: CommitRecord, at: Int) -> PageDocument.Commit {
    PageDocument.Commit(
      number: record.number, at: at, action: caseLabels(of: record.action),
      values: ShownValues.values(of: record.action), parts: record.parts.map(part),
      parentNanoseconds: nanoseconds(record.parents), effects: record.localEffectCount,
      isFollowUp: record.isFollowUp, failure: record.failure?.description)
  }

  private static func part(_ part: CommitRecord.Part) -> PageDocument.Part {
    let name = part.name
    var worker: String?
    if case .worker(let name) = part.place { worker = name }
    return PageDocument.Part(
      child: name.id, feature: name.feature, identities: name.identities, worker: worker,
      isByClient: part.place == .client, awayNanoseconds: part.away.map(nanoseconds),
      waitedNanoseconds: part.waited.map(nanoseconds), dispatches: part.dispatchCount,
      effects: part.effectCount)
  }

  private static func nanoseconds(_ duration: Duration) -> Int {
    Int(max(0, duration / .nanoseconds(1)))
  }
}
