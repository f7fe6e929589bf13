import Glibc
import Synchronization
import ZeroMQ

/// SIGTERM, SIGINT and SIGHUP, as something to poll.
///
/// A handler writes to a descriptor, so that no thread of the concurrency pool is needed to notice.
enum TerminationSignals {
  private static let written = Atomic<Int32>(-1)
  /// Keeps the descriptor open for as long as the process lives.
  private static let wakeUp = Mutex<WakeUp?>(nil)

  /// The signals that came.
  struct Taken {
    var terminations = 0
    /// The terminal has gone. A shell repeats what the system has told its jobs already, so that it counts once.
    var isHungUp = false
    var isInterrupted = false
  }

  // What a signal adds to the descriptor's count.
  private static let termination: UInt64 = 1
  private static let hangUp: UInt64 = 1 << 20
  private static let interrupt: UInt64 = 1 << 40

  /// Takes the signals that came since the last time.
  static func take() -> Taken {
    var count: UInt64 = 0
    let size = MemoryLayout<UInt64>.size
    guard read(written.load(ordering: .acquiring), &count, size) == size else { return Taken() }
    return Taken(
      terminations: Int(count % hangUp), isHungUp: count % interrupt >= hangUp,
      isInterrupted: count >= interrupt)
  }

  /// Takes over the signals, and returns what becomes readable when one comes.
  ///
  /// - Parameter takesHangUp: True where SIGHUP is to end the process, too.
  static func descriptor(takesHangUp: Bool) throws(ZeroMQError) -> Int32 {
    let known = written.load(ordering: .acquiring)
    if known >= 0 { return known }
    let made = try WakeUp()
    wakeUp.withLock { $0 = made }
    written.store(made.fileDescriptor, ordering: .releasing)
    for number in takesHangUp ? [SIGTERM, SIGINT, SIGHUP] : [SIGTERM, SIGINT] {
      // Only what a handler may do: an atomic load, and a write.
      signal(number) { number in
        var added =
          number == SIGINT
          ? TerminationSignals.interrupt
          : number == SIGHUP ? TerminationSignals.hangUp : TerminationSignals.termination
        let saved = errno
        _ = write(
          TerminationSignals.written.load(ordering: .relaxed), &added, MemoryLayout<UInt64>.size)
        errno = saved
      }
    }
    return made.fileDescriptor
  }
}
