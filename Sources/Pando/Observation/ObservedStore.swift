import Synchronization

/// The observation state that all readers of one store share, in any thread.
final class ObservedStore: Sendable {
  private struct Guarded {
    var whole: StateReading?
    var identity: StateReading?
  }

  private static let lastNumber = Atomic<UInt64>(0)

  /// No other store of the process has it.
  let number = StoreNumber(rawValue: lastNumber.add(1, ordering: .relaxed).newValue)
  private let commits = Atomic<UInt64>(0)
  private let isIncompleteFlag = Atomic<Bool>(false)
  private let readings = Mutex(Guarded())

  /// The number of commits that have begun, with the store's lock held.
  var commitCount: UInt64 { commits.load(ordering: .relaxed) }

  /// The same without the lock: a commit that is not counted changes nothing that was looked up before
  /// without seeing that it was.
  var newestCommitCount: UInt64 {
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    return commits.load(ordering: .sequentiallyConsistent)
  }

  /// A commit begins.
  func beginCommit() {
    commits.add(1, ordering: .sequentiallyConsistent)
    atomicMemoryFence(ordering: .sequentiallyConsistent)
  }

  /// Returns whether parts of the state were met that are not tracked; asking resets the answer.
  func takeIncomplete() -> Bool {
    isIncompleteFlag.load(ordering: .relaxed)
      && isIncompleteFlag.exchange(false, ordering: .relaxed)
  }

  /// The reading of all that is in the store, which every commit makes stale.
  func wholeReading(isIncomplete: Bool) -> StateReading {
    if isIncomplete { isIncompleteFlag.store(true, ordering: .relaxed) }
    return readings.withLock { readings in
      let reading = readings.whole ?? StateReading()
      readings.whole = reading
      return reading
    }
  }

  /// The reading of which value it is that the store holds.
  func identityReading() -> StateReading {
    readings.withLock { readings in
      let reading = readings.identity ?? StateReading()
      readings.identity = reading
      return reading
    }
  }

  /// Notes that a commit is done.
  func note(isReplaced: Bool) {
    let (whole, identity) = readings.withLock { readings in
      (readings.whole.take(), isReplaced ? readings.identity.take() : nil)
    }
    if let whole { ThreadObservation.note(whole) }
    if let identity { ThreadObservation.note(identity) }
  }

  /// Takes the readings of a store that ends.
  func takeAll() -> [StateReading] {
    readings.withLock { readings in
      [readings.whole.take(), readings.identity.take()].compactMap { $0 }
    }
  }
}

/// Tells one observed store of the process from another; never 0.
struct StoreNumber: RawRepresentable, Equatable {
  let rawValue: UInt64
}
