import CProcess

/// Picks the report of a crash out of the lines that a worker prints. Pure.
///
/// A worker may print anything, and what it starts prints to the same place, reports of its own crashes included. So
/// lines are kept only where the worker itself has crashed, no more than a report, and what is kept comes out as one.
struct CrashCollector {
  private enum Phase { case before, within, behind }

  /// The last line that may say why the worker is about to crash.
  private var cause: String?
  /// The lines that came behind it.
  private var linesBehindCause = 0
  private var backtrace: [String] = []
  private var byteCount = 0
  private var leftOutCount = 0
  private var phase = Phase.before
  /// True if the last line was that of the report's end.
  private var endsReport = false

  static let backtraceLinesAtMost = 400
  static let backtraceBytesAtMost = 64 << 10
  /// The lines behind a cause after which the worker must have crashed. Its runtime ends it at once, or prints its
  /// stack first, at most 128 frames; other threads print meanwhile.
  static let linesBehindCauseAtMost = 256

  /// The report, if the worker has crashed; nil where nothing tells of a crash.
  var report: CrashReport? {
    guard phase != .before || cause != nil else { return nil }
    var lines = backtrace
    while lines.last?.isEmpty == true { lines.removeLast() }
    if leftOutCount > 0 {
      lines.append("(\(leftOutCount) more lines are left out)")
    } else if phase == .within {
      lines.append("(the rest is missing: the process ended before it was printed)")
    }
    return CrashReport(cause: cause, backtrace: lines)
  }

  /// Returns whether a line belongs to a backtrace, which is not printed by itself.
  ///
  /// - Parameter hasCrashed: Tells if the worker has crashed by now; asked only where a line looks as if, and
  ///   where many came behind one that did.
  mutating func keeps(_ line: [UInt8], _ hasCrashed: () -> Bool) -> Bool {
    if Self.isNoise(line) { return phase != .before || hasCrashed() }
    switch phase {
    case .before: return begins(line, hasCrashed)
    case .within:
      keep(line)
      return true
    case .behind:
      defer { endsReport = false }
      return endsReport && line.isEmpty
    }
  }

  /// Returns whether a line is the first of a report, or says that there is to be one.
  private mutating func begins(_ line: [UInt8], _ hasCrashed: () -> Bool) -> Bool {
    guard let text = Self.tellingText(line) else {
      forgetCause(hasCrashed)
      return false
    }
    let isAnnouncement = text.hasPrefix(Self.beginning)
    guard isAnnouncement || text.hasPrefix(Self.crash) else {
      (cause, linesBehindCause) = (text, 0)
      return false
    }
    guard hasCrashed() else {
      // The cause was that of somebody else, whose report this is.
      cause = nil
      return false
    }
    phase = .within
    if !isAnnouncement { keep(line) }
    return true
  }

  /// Forgets the cause behind which nothing of a crash comes: somebody else printed it.
  private mutating func forgetCause(_ hasCrashed: () -> Bool) {
    guard cause != nil else { return }
    linesBehindCause += 1
    if linesBehindCause == Self.linesBehindCauseAtMost, !hasCrashed() { cause = nil }
  }

  private mutating func keep(_ line: [UInt8]) {
    if line.starts(with: Self.end.utf8) { (phase, endsReport) = (.behind, true) }
    guard backtrace.count < Self.backtraceLinesAtMost,
      byteCount + line.count <= Self.backtraceBytesAtMost
    else {
      leftOutCount += 1
      return
    }
    if line.isEmpty, backtrace.isEmpty { return }
    byteCount += line.count
    backtrace.append(String(decoding: line, as: UTF8.self))
  }

  // What Swift's runtime prints.
  private static let beginning = "*** Signal "
  private static let crash = "*** Program crashed"
  private static let end = "Backtrace took "
  private static let causes = ["Fatal error", "Fatal access conflict", "Assertion failed"]

  private static let noise = "swift-runtime: failed to suspend thread"

  /// True of what the runtime says of threads that block every signal, as those of libzmq do.
  private static func isNoise(_ line: [UInt8]) -> Bool { line.starts(with: noise.utf8) }

  /// Returns whether a line is to be given to `keeps`, which would have nothing to do with most, and takes longer.
  func looksAt(_ line: UnsafeRawBufferPointer) -> Bool {
    if phase != .before || cause != nil { return true }
    if line.first == UInt8(ascii: "*") { return true }
    if line.first == UInt8(ascii: "s"), line.starts(with: Self.noise.utf8) { return true }
    return Self.causes.contains { cause in
      var cause = cause
      return cause.withUTF8 {
        memmem(line.baseAddress, line.count, $0.baseAddress, $0.count) != nil
      }
    }
  }

  /// A line that may tell of a crash, as a text; nil for others.
  private static func tellingText(_ line: [UInt8]) -> String? {
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix(beginning) { return text.contains("Backtracing from") ? text : nil }
    if text.hasPrefix(crash) { return text }
    return causes.contains { text.contains($0) } ? text : nil
  }
}
