import CProcess
import Glibc
import Synchronization

/// Writes to a descriptor that may be full, and whose reader may be gone. What cannot be written is dropped, and ends
/// nothing, where `FileHandle` ends the process.
package struct DescriptorWriter: Sendable {
  private let descriptor: Int32
  /// The time to wait for room where the descriptor does not block; nil for as long as it takes.
  private let patienceMilliseconds: Int?

  private static let lost = Atomic<Int>(0)

  /// The number of texts, of all writers, of which something was dropped.
  static var lostCount: Int { lost.load(ordering: .relaxed) }

  /// Standard error, for lines of threads that have other things to do.
  package static let standardError = DescriptorWriter(STDERR_FILENO, patienceMilliseconds: 100)

  /// - Parameter patienceMilliseconds: The time to wait for room where the descriptor does not block; nil for as
  ///   long as it takes. One that blocks is waited for in any case.
  package init(_ descriptor: Int32, patienceMilliseconds: Int?) {
    self.descriptor = descriptor
    self.patienceMilliseconds = patienceMilliseconds
  }

  /// Writes a text, in one piece where the system takes it so, and lines of several threads stay whole.
  package func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes bytes, in one piece where the system takes them so.
  package func write(_ bytes: [UInt8]) { bytes.withUnsafeBytes { write($0) } }

  /// Writes bytes, in one piece where the system takes them so.
  package func write(_ bytes: UnsafeRawBufferPointer) {
    Self.withoutPipeSignal {
      let deadline = patienceMilliseconds.map { MonotonicClock.nowMilliseconds() + $0 }
      var rest = bytes
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        } else if errno == EAGAIN {
          guard waitForRoom(until: deadline) else {
            Self.lost.add(1, ordering: .relaxed)
            return true
          }
        } else if errno != EINTR {
          // Nobody will read it.
          let isGone = errno == EPIPE
          Self.lost.add(1, ordering: .relaxed)
          return !isGone
        }
      }
      return true
    }
  }

  /// Returns whether a short line can be written without waiting, within a time, however the descriptor waits.
  package func hasRoom(withinMilliseconds milliseconds: Int) -> Bool {
    waitForRoom(until: MonotonicClock.nowMilliseconds() + milliseconds)
  }

  /// Returns whether there is room, or an error to meet, before a time.
  private func waitForRoom(until deadline: Int?) -> Bool {
    while true {
      let left = deadline.map { Int32(clamping: max(0, $0 - MonotonicClock.nowMilliseconds())) }
      var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      let count = poll(&ready, 1, left ?? -1)
      if count > 0 { return true }
      if count < 0, errno != EINTR { return false }
      if let deadline, deadline <= MonotonicClock.nowMilliseconds() { return false }
    }
  }

  /// Runs something while a reader that has gone raises no signal, which would end the process.
  ///
  /// - Parameter body: Returns false where it found that the reader has gone.
  private static func withoutPipeSignal(_ body: () -> Bool) {
    var pipe = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    var pending = sigset_t()
    sigemptyset(&pending)
    sigpending(&pending)
    let wasPending = sigismember(&pending, SIGPIPE) == 1
    var former = sigset_t()
    pthread_sigmask(SIG_BLOCK, &pipe, &former)
    if !body(), !wasPending {
      // The signal of that write waits for the thread, and is taken from it.
      var none = timespec()
      while sigtimedwait(&pipe, nil, &none) < 0, errno == EINTR {}
    }
    pthread_sigmask(SIG_SETMASK, &former, nil)
  }
}
