/// Picks the report of a crash out of the lines that a worker prints. Pure.
///
/// A worker may print anything. So no more than a report is kept, and what is kept comes out as one.
struct CrashCollector {
  private var cause: String?
  private var backtrace: [String] = []
  private var byteCount = 0
  private var leftOutCount = 0
  private var isReporting = false

  static let backtraceLinesAtMost = 400
  static let backtraceBytesAtMost = 64 << 10

  /// The report; nil where nothing tells of a crash.
  var report: CrashReport? {
    guard isReporting || cause != nil else { return nil }
    var lines = backtrace
    while lines.last?.isEmpty == true { lines.removeLast() }
    if leftOutCount > 0 { lines.append("(\(leftOutCount) more lines are left out)") }
    return CrashReport(cause: cause, backtrace: lines)
  }

  /// Returns whether a line belongs to a backtrace, which is not printed by itself.
  mutating func keeps(_ line: [UInt8]) -> Bool {
    if Self.isNoise(line) { return true }
    if !isReporting {
      guard let text = Self.tellingText(line) else { return false }
      guard text.hasPrefix(Self.beginning) || text.hasPrefix(Self.crash) else {
        cause = text
        return false
      }
      isReporting = true
      // It says that there is to be a backtrace, and no more.
      if text.hasPrefix(Self.beginning) { return true }
    }
    guard backtrace.count < Self.backtraceLinesAtMost,
      byteCount + line.count <= Self.backtraceBytesAtMost
    else {
      leftOutCount += 1
      return true
    }
    if line.isEmpty, backtrace.isEmpty { return true }
    byteCount += line.count
    backtrace.append(String(decoding: line, as: UTF8.self))
    return true
  }

  // What Swift's runtime prints.
  private static let beginning = "*** Signal "
  private static let crash = "*** Program crashed"
  private static let causes = ["Fatal error", "Fatal access conflict", "Assertion failed"]

  /// True of what the runtime says of threads that block every signal, as those of libzmq do.
  private static func isNoise(_ line: [UInt8]) -> Bool {
    line.starts(with: "swift-runtime: failed to suspend thread".utf8)
  }

  /// A line that may tell of a crash, as a text; nil for others, which are most.
  private static func tellingText(_ line: [UInt8]) -> String? {
    guard
      line.contains(UInt8(ascii: "F")) || line.contains(UInt8(ascii: "*"))
        || line.contains(UInt8(ascii: "A"))
    else { return nil }
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix(beginning) { return text.contains("Backtracing from") ? text : nil }
    if text.hasPrefix(crash) { return text }
    return causes.contains { text.contains($0) } ? text : nil
  }
}
