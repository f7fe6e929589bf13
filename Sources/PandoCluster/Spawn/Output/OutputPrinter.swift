import CProcess
import Glibc
import Synchronization

/// Prints lines of workers to this process's standard error, whole lines at a time, on a thread of its own,
/// which comes with a line and goes when all are printed.
///
/// Whoever adds a line waits for nothing. While nobody reads the program's standard error, it keeps a mebibyte of
/// lines, and counts what it leaves out.
final class OutputPrinter: Sendable {
  private struct State {
    var lines: [[UInt8]] = []
    /// The number of bytes of lines that are not printed, those that are being printed included.
    var byteCount = 0
    var leftOutCount = 0
    /// True while there is a thread that prints; it takes along what is added meanwhile.
    var isPrinting = false
  }

  static let standardError = OutputPrinter(to: STDERR_FILENO)

  private let descriptor: Int32
  private let state = Mutex(State())

  static let unprintedBytesAtMost = 1 << 20
  /// The number of bytes that a pipe takes as a whole.
  private static let wholeBytes = 4_096

  init(to descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Has a line printed behind the label of who said it.
  func print(_ line: [UInt8], of worker: String) {
    let labelled = Array("\(worker) | ".utf8) + line + [UInt8(ascii: "\n")]
    let isThreadDue = state.withLock { state in
      guard state.byteCount + labelled.count <= Self.unprintedBytesAtMost else {
        state.leftOutCount += 1
        return false
      }
      state.byteCount += labelled.count
      state.lines.append(labelled)
      defer { state.isPrinting = true }
      return !state.isPrinting
    }
    if isThreadDue { _ = ServiceThread(name: "pando-print") { [self] in printAll() } }
  }

  /// True if everything was printed.
  var isIdle: Bool { state.withLock { !$0.isPrinting } }

  /// Returns once everything was printed, or after a second: somebody may never read.
  func settle() async {
    let end = MonotonicClock.nowMilliseconds() + 1_000
    while !isIdle, MonotonicClock.nowMilliseconds() < end {
      try? await Task.sleep(for: .milliseconds(5))
      if Task.isCancelled { return }
    }
  }

  // MARK: - On the printing thread

  private func printAll() {
    Self.blockPipeSignal()
    while true {
      let (lines, leftOutCount) = state.withLock { state in
        defer { (state.lines, state.leftOutCount) = ([], 0) }
        if state.lines.isEmpty, state.leftOutCount == 0 { state.isPrinting = false }
        return (state.lines, state.leftOutCount)
      }
      if lines.isEmpty, leftOutCount == 0 { return }
      printTogether(lines)
      if leftOutCount > 0 {
        write(Array("\(Self.notice(of: leftOutCount))\n".utf8))
      }
      let byteCount = lines.reduce(0) { $0 + $1.count }
      state.withLock { $0.byteCount -= byteCount }
    }
  }

  private static func notice(of leftOutCount: Int) -> String {
    "pando | \(leftOutCount) lines of workers are left out: nobody read this program's standard error in time"
  }

  private func printTogether(_ lines: [[UInt8]]) {
    var whole: [UInt8] = []
    for line in lines {
      if whole.count + line.count > Self.wholeBytes {
        write(whole)
        whole.removeAll(keepingCapacity: true)
      }
      whole += line
    }
    write(whole)
  }

  private func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&ready, 1, 1_000)
      } else if count < 0, errno != EINTR {
        // Nobody will read it.
        return
      }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// A reader that has gone ends nothing: the program may not know that its workers print.
  private static func blockPipeSignal() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
