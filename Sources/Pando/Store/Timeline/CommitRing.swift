import Synchronization

/// The last commits of a store, for one reader: bounded, and a full one overwrites the oldest.
///
/// The store adds with its lock held and never waits: the ring's lock is held for moments, and no code of a user runs
/// under it. The reader needs no lock of the store.
package final class CommitRing: Sendable {
  /// The number of commits that are kept until they are taken.
  package static let recordsAtMost = 256

  private struct State {
    var records: [CommitRecord] = []
    /// The place of the oldest, once the ring is full.
    var oldest = 0
  }

  private let state = Mutex(State())
  private let takes = Atomic(0)

  package init() {}

  /// The number of times that a reader took what there was.
  var takeCount: Int { takes.load(ordering: .relaxed) }

  /// Adds a commit. Returns whether it took the place of one that nobody has read.
  @discardableResult
  func add(_ record: CommitRecord) -> Bool {
    // What an action holds is freed without the ring's lock.
    let overwritten = state.withLock { state -> CommitRecord? in
      guard state.records.count == Self.recordsAtMost else {
        state.records.append(record)
        return nil
      }
      let overwritten = state.records[state.oldest]
      state.records[state.oldest] = record
      state.oldest = (state.oldest + 1) % Self.recordsAtMost
      return overwritten
    }
    return overwritten != nil
  }

  /// Takes the commits that nobody has read, the oldest first.
  package func take() -> [CommitRecord] {
    takes.wrappingAdd(1, ordering: .relaxed)
    let (records, oldest) = state.withLock { state in
      defer { state = State() }
      return (state.records, state.oldest)
    }
    return Array(records[oldest...] + records[..<oldest])
  }
}
