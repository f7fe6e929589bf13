import Foundation
import PandoJournal
import Synchronization

/// Holds the writer of a journal until a test lets it go on.
final class Held: @unchecked Sendable {
  private let condition = NSCondition()
  private var allowed = 0
  private var arrived = 0
  private var isOpen = false

  /// Holds each row that a disk is to keep.
  init(_ disk: MemoryDisk) {
    disk.setWillAppend { [self] _ in arrive() }
  }

  private func arrive() {
    condition.withLock {
      arrived += 1
      condition.broadcast()
      while !isOpen, allowed == 0 { condition.wait() }
      if !isOpen { allowed -= 1 }
    }
  }

  /// Returns when so many rows have come to the disk in all.
  func awaitArrivals(_ count: Int) async {
    await blocking { [self] in
      condition.withLock { while arrived < count { condition.wait() } }
    }
  }

  /// Lets one row on the disk.
  func allowOne() {
    condition.withLock {
      allowed += 1
      condition.broadcast()
    }
  }

  /// Lets all rows on the disk.
  func open() {
    condition.withLock {
      isOpen = true
      condition.broadcast()
    }
  }
}

/// Runs what blocks on a thread of its own.
func blocking(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      body()
      continuation.resume()
    }
  }
}
