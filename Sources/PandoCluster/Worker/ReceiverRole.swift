import Synchronization

/// The role of the thread that owns a worker's socket, which one thread has at a time.
///
/// The thread that has it may handle a batch on the spot; when that takes too long, the watch takes the
/// role away and gives it to another thread. `begin` and `end`, and `begin` and `take`, order what the
/// threads do to the socket, so that it moves with a full fence.
final class ReceiverRole: Sendable {
  // Odd while a batch is handled on the spot. Each change adds one.
  private let count = Atomic<UInt64>(0)

  /// The thread that has the role begins to handle a batch on the spot.
  func begin() -> UInt64 {
    count.add(1, ordering: .sequentiallyConsistent).newValue
  }

  /// The batch is done. Returns false when the role was taken away meanwhile: nothing of the receiver
  /// may be touched then.
  func end(_ begun: UInt64) -> Bool {
    exchange(begun)
  }

  /// The number of the batch that is handled on the spot; nil while none is.
  var current: UInt64? {
    let count = count.load(ordering: .sequentiallyConsistent)
    return count % 2 == 1 ? count : nil
  }

  /// Grows with every batch.
  var changeCount: UInt64 { count.load(ordering: .sequentiallyConsistent) }

  /// Takes the role from a thread that still handles the batch with this number. Returns whether it did.
  func take(_ begun: UInt64) -> Bool {
    exchange(begun)
  }

  private func exchange(_ begun: UInt64) -> Bool {
    count.compareExchange(
      expected: begun, desired: begun + 1, ordering: .sequentiallyConsistent
    ).exchanged
  }
}
