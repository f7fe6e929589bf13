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

  /// The signals that came.
  struct Taken {
    var terminations = 0
    var isInterrupted = false
  }

  // What a signal adds to the descriptor's count.
  private static let termination: UInt64 = 1
  private static let interrupt: UInt64 = 1 << 32

  /// Takes the signals that came since the last time.
  static func take() -> Taken {
    var count: UInt64 = 0
    let size = MemoryLayout<UInt64>.size
    guard read(written.load(ordering: .acquiring), &count, size) == size else { return Taken() }
    return Taken(
      terminations: Int(count % interrupt), isInterrupted: count >= interrupt)
  }

  /// Takes over the signals, and returns what becomes readable when one comes.
  static func descriptor() throws(ZeroMQError) -> Int32 {
    let known = written.load(ordering: .acquiring)
    if known >= 0 { return known }
    let made = try WakeUp()
    wakeUp.withLock { $0 = made }
    written.store(made.fileDescriptor, ordering: .releasing)
    for number in [SIGTERM, SIGINT] {
      // Only what a handler may do: an atomic load, and a write.
      signal(number) { number in
        var added = number == SIGINT ? TerminationSignals.interrupt : TerminationSignals.termination
        let saved = errno
        _ = write(
          TerminationSignals.written.load(ordering: .relaxed), &added, MemoryLayout<UInt64>.size)
        errno = saved
      }
    }
    return made.fileDescriptor
  }
}
