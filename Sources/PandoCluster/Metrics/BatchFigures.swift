import Synchronization

/// Counts batches, their bytes and the time that they took. Added to once for a batch, whatever is in it.
final class BatchFigures: Sendable {
  private let batches = Atomic<UInt64>(0)
  private let bytes = Atomic<UInt64>(0)
  private let microseconds = Atomic<UInt64>(0)

  func add(byteCount: Int) {
    batches.add(1, ordering: .relaxed)
    bytes.add(UInt64(byteCount), ordering: .relaxed)
  }

  func add(microseconds: Int) {
    self.microseconds.add(UInt64(max(0, microseconds)), ordering: .relaxed)
  }

  var batchCount: UInt64 { batches.load(ordering: .relaxed) }
  var byteCount: UInt64 { bytes.load(ordering: .relaxed) }
  var seconds: Double { Double(microseconds.load(ordering: .relaxed)) / 1e6 }
}
