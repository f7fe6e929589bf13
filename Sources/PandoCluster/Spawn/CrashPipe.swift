import Glibc
import Synchronization

/// The pipe on which a worker tells of its crash, and what is known of its end besides.
///
/// Two threads look: the supervisor's, and the one that reads what the worker prints. The worker tells of its crash
/// before the first line of its report is printed, so whoever has read such a line finds it here.
final class CrashPipe: Sendable {
  private struct State {
    /// The end to read from; -1 once nothing more is to come.
    var descriptor: Int32
    /// Nil until it is known.
    var hasCrashed: Bool?
    /// The last words, once they were read.
    var words: LastWords?
    /// Waits for that.
    var waiting: (@Sendable (Bool) -> Void)?

    /// Reads the last words. Returns false where they may still come.
    mutating func readWords() -> Bool {
      guard descriptor >= 0 else { return true }
      let isOver = withUnsafeTemporaryAllocation(
        byteCount: LastWords.byteCount, alignment: 8
      ) { bytes in
        let count = read(descriptor, bytes.baseAddress, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return false }
        if count > 0 { words = LastWords(UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
        return true
      }
      if isOver { close() }
      return isOver
    }

    /// True if the last words that were read are those of a crash.
    var tellsOfCrash: Bool { words.map { $0.signal != nil && !$0.isSent } ?? false }

    mutating func close() {
      if descriptor >= 0 { Glibc.close(descriptor) }
      descriptor = -1
    }
  }

  private let state: Mutex<State>

  /// The signals by which a process ends that has crashed: those of which a worker tells.
  private static let signals = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]

  /// - Parameter descriptor: The end to read from, which is closed by this object.
  init(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    state = Mutex(State(descriptor: descriptor))
  }

  deinit { state.withLock { $0.close() } }

  /// Becomes readable when the worker tells of a crash; -1 once that was taken.
  var descriptor: Int32 { state.withLock { $0.descriptor } }

  /// True if the worker has told of a crash, or has ended by one.
  var hasCrashed: Bool {
    state.withLock { $0.hasCrashed == true || Self.isReadable($0.descriptor) }
  }

  /// Takes the words of a worker that has crashed, and may print what happened; nil where it has told of no crash. One
  /// that calls `exit`, or is ended by others, has ended soon.
  func take() -> LastWords? {
    let (words, waiting) = state.withLock { state -> (LastWords?, (@Sendable (Bool) -> Void)?) in
      guard state.descriptor >= 0, state.readWords(), state.tellsOfCrash, let words = state.words
      else { return (nil, nil) }
      state.hasCrashed = true
      defer { state.waiting = nil }
      return (words, state.waiting)
    }
    waiting?(true)
    return words
  }

  /// The process has ended; nothing more is to come. Returns its last words.
  ///
  /// - Parameter signal: The signal that ended it.
  func end(by signal: Int32?) -> LastWords? {
    let (hasCrashed, words, waiting) = state.withLock { state in
      _ = state.readWords()
      let signal = signal ?? state.words?.signal
      // A worker that is killed after its last words has crashed all the same.
      let hasCrashed =
        state.hasCrashed ?? (state.tellsOfCrash || signal.map(Self.signals.contains) == true)
      state.hasCrashed = hasCrashed
      state.close()
      defer { state.waiting = nil }
      return (hasCrashed, state.words, state.waiting)
    }
    waiting?(hasCrashed)
    return words
  }

  /// Calls a function once it is known if the worker has crashed: at once, or on the supervisor's thread.
  func whenKnown(_ body: @escaping @Sendable (Bool) -> Void) {
    let known = state.withLock { state -> Bool? in
      if let known = state.hasCrashed { return known }
      if Self.isReadable(state.descriptor) { return true }
      state.waiting = body
      return nil
    }
    if let known { body(known) }
  }

  private static func isReadable(_ descriptor: Int32) -> Bool {
    guard descriptor >= 0 else { return false }
    var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // The other end may be closed as well, which alone is none of it.
    return poll(&item, 1, 0) == 1 && item.revents & Int16(POLLIN) != 0
  }
}
