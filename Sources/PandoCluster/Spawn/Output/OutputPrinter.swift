import Glibc
import Synchronization

/// Prints lines of workers to this process's standard error, whole lines at a time, on a thread of its own,
/// which comes with a line and goes when all are printed.
///
/// Whoever adds lines waits for nothing. While nobody reads the program's standard error, or workers print more than it
/// takes, or no thread can be started, it keeps a mebibyte of lines beside those that it is about to print, and counts what
/// it leaves out. The count is printed in the place of those lines.
final class OutputPrinter: Sendable {
  private struct State {
    /// The lines to print, each with its end.
    var text: [UInt8] = []
    /// The number of lines behind those.
    var leftOutCount = 0
    /// True while there is a thread that prints; it takes along what is added meanwhile.
    var isPrinting = false

    var isEmpty: Bool { text.isEmpty && leftOutCount == 0 }
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

  /// Has lines printed, or counts them.
  func print(_ lines: LabelledLines) {
    if lines.count == 0 { return }
    state.withLock { state in
      if state.leftOutCount == 0,
        state.text.count + lines.text.count <= Self.unprintedBytesAtMost
      {
        state.text += lines.text
      } else {
        state.leftOutCount += lines.count
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
      let (text, leftOutCount) = state.withLock { state in
        defer { (state.text, state.leftOutCount) = ([], 0) }
        if state.isEmpty { state.isPrinting = false }
        return (state.text, state.leftOutCount)
      }
      if text.isEmpty, leftOutCount == 0 { return }
      text.withUnsafeBytes { printTogether($0) }
      if leftOutCount > 0 {
        writer.write("\(Self.notice(of: leftOutCount))\n")
      }
    }
  }

  private static func notice(of leftOutCount: Int) -> String {
    """
    pando | \(leftOutCount) lines of workers are left out: they printed more than this program's standard error took, \
    or nobody read it
    """
  }

  /// Prints as many lines at a time as a pipe takes as a whole.
  private func printTogether(_ lines: UnsafeRawBufferPointer) {
    var left = lines
    while let base = left.baseAddress, !left.isEmpty {
      var count = 0
      while let end = memchr(base + count, Int32(UInt8(ascii: "\n")), left.count - count) {
        let next = UnsafeRawPointer(end) + 1 - base
        if next > Self.wholeBytes, count > 0 { break }
        count = next
      }
      writer.write(UnsafeRawBufferPointer(rebasing: left[..<count]))
      left = UnsafeRawBufferPointer(rebasing: left[count...])
    }
  }
}

/// Lines of workers, each behind the label of who said it.
struct LabelledLines {
  private(set) var text: [UInt8] = []
  private(set) var count = 0

  mutating func add(_ line: UnsafeRawBufferPointer, behind label: [UInt8]) {
    text += label
    text.append(contentsOf: line)
    text.append(UInt8(ascii: "\n"))
    count += 1
  }

  mutating func removeAll() {
    text.removeAll(keepingCapacity: true)
    count = 0
  }
}
