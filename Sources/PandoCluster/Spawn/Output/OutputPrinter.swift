import Glibc
import Synchronization

/// Prints lines of workers to this process's standard error, whole lines at a time, on a thread of its own,
/// which comes with a line and goes when all are printed.
///
/// Whoever adds a line waits for nothing. While nobody reads the program's standard error, or no thread can be started,
/// it keeps a mebibyte of lines, and counts what it leaves out.
final class OutputPrinter: Sendable {
  private struct State {
    var lines: [[UInt8]] = []
    /// The number of bytes of lines that are not printed, those that are being printed included.
    var byteCount = 0
    var leftOutCount = 0
    /// True while there is a thread that prints; it takes along what is added meanwhile.
    var isPrinting = false

    var isEmpty: Bool { lines.isEmpty && leftOutCount == 0 }
  }

  static let standardError = OutputPrinter(to: STDERR_FILENO)

  private let writer: DescriptorWriter
  private let state = Mutex(State())

  static let unprintedBytesAtMost = 1 << 20
  /// The number of bytes that a pipe takes as a whole.
  private static let wholeBytes = 4_096

  init(to descriptor: Int32) {
    writer = DescriptorWriter(descriptor, patienceMilliseconds: nil)
  }

  /// Has a line printed behind the label of who said it.
  func print(_ line: [UInt8], of worker: String) {
    let labelled = Array("\(worker) | ".utf8) + line + [UInt8(ascii: "\n")]
    state.withLock { state in
      if state.byteCount + labelled.count <= Self.unprintedBytesAtMost {
        state.byteCount += labelled.count
        state.lines.append(labelled)
      } else {
        state.leftOutCount += 1
      }
    }
    tryPrinting()
  }

  /// True if there are lines that no thread prints, as none could be started.
  var isStuck: Bool { state.withLock { !$0.isPrinting && !$0.isEmpty } }

  /// True if everything was printed.
  var isIdle: Bool { state.withLock { !$0.isPrinting && $0.isEmpty } }

  /// Starts a thread where there are lines and none prints them. Where none can be started, the lines stay.
  func tryPrinting() {
    let isThreadDue = state.withLock { state in
      guard !state.isPrinting, !state.isEmpty else { return false }
      state.isPrinting = true
      return true
    }
    guard isThreadDue else { return }
    if ServiceThread(trying: "pando-print", { [self] in printAll() }) == nil {
      state.withLock { $0.isPrinting = false }
    }
  }

  /// Returns once everything was printed, or after a second: somebody may never read.
  func settle() async {
    let end = MonotonicClock.nowMilliseconds() + 1_000
    while !isIdle, MonotonicClock.nowMilliseconds() < end {
      tryPrinting()
      try? await Task.sleep(for: .milliseconds(5))
      if Task.isCancelled { return }
    }
  }

  // MARK: - On the printing thread

  private func printAll() {
    while true {
      let (lines, leftOutCount) = state.withLock { state in
        defer { (state.lines, state.leftOutCount) = ([], 0) }
        if state.lines.isEmpty, state.leftOutCount == 0 { state.isPrinting = false }
        return (state.lines, state.leftOutCount)
      }
      if lines.isEmpty, leftOutCount == 0 { return }
      printTogether(lines)
      if leftOutCount > 0 {
        writer.write("\(Self.notice(of: leftOutCount))\n")
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
        writer.write(whole)
        whole.removeAll(keepingCapacity: true)
      }
      whole += line
    }
    writer.write(whole)
  }
}
