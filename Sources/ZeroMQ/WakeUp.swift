import CZeroMQ
import Glibc
import Synchronization

/// Wakes a thread that waits in a `Poller`, from any other thread.
///
///     work queued, then wakeUp.signal()        on any thread
///     wait, wakeUp.drain(), then take all the work      on the thread that waits
///
/// Signals are coalesced: many before one `drain` are one wake-up and one system call. A signal
/// is never lost, if the work is looked at after `drain`; a wake-up without a new signal may
/// happen.
public final class WakeUp: Sendable {
  /// Readable while a signal is waiting; add it to a `Poller`.
  public let fileDescriptor: Int32

  // Says that the descriptor is readable, or is about to be, so that signals need not write.
  private let isSignalled = Atomic(false)

  /// Opens its descriptor, which child processes do not inherit.
  public init() throws(ZeroMQError) {
    fileDescriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    guard fileDescriptor >= 0 else { throw .system("open a descriptor to wake a thread with") }
  }

  deinit {
    close(fileDescriptor)
  }

  /// Wakes the waiting thread, now or when it next waits. Safe from any thread.
  public func signal() {
    guard !isSignalled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var one: UInt64 = 1
    while write(fileDescriptor, &one, MemoryLayout<UInt64>.size) < 0, errno == EINTR {}
  }

  /// Takes back the signals up to now, and says whether there were any.
  ///
  /// Only the waiting thread calls it, and looks for work afterwards.
  @discardableResult
  public func drain() -> Bool {
    // Reading comes first: a signal between the two lines does not write, but its work is seen by
    // the caller, since the exchange comes after it. The other way round the read could take the
    // write of a signal whose mark stays, and no later signal would ever write again.
    var count: UInt64 = 0
    while read(fileDescriptor, &count, MemoryLayout<UInt64>.size) < 0, errno == EINTR {}
    return isSignalled.exchange(false, ordering: .acquiringAndReleasing)
  }
}
