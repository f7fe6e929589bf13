import Glibc
import Synchronization
import ZeroMQ

/// SIGTERM and SIGINT, as something to poll.
///
/// A handler writes to a descriptor, so that no thread of the concurrency pool is needed to notice.
enum TerminationSignals {
  private static let written = Atomic<Int32>(-1)
  /// Keeps the descriptor open for as long as the process lives.
  private static let wakeUp = Mutex<WakeUp?>(nil)

  /// Takes over the signals, and returns what becomes readable when one comes.
  static func descriptor() throws(ZeroMQError) -> Int32 {
    let known = written.load(ordering: .acquiring)
    if known >= 0 { return known }
    let made = try WakeUp()
    wakeUp.withLock { $0 = made }
    written.store(made.fileDescriptor, ordering: .releasing)
    for number in [SIGTERM, SIGINT] {
      // Only what a handler may do: an atomic load, and a write.
      signal(number) { _ in
        var one: UInt64 = 1
        let saved = errno
        _ = write(
          TerminationSignals.written.load(ordering: .relaxed), &one, MemoryLayout<UInt64>.size)
        errno = saved
      }
    }
    return made.fileDescriptor
  }
}
