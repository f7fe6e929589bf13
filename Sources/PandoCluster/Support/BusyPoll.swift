import Glibc
import IssueReporting
import ZeroMQ

/// Looks for messages for a moment before its thread sleeps.
///
/// Between two looks it lets other threads have the core, libzmq's own above all.
struct BusyPoll {
  /// The environment variable with the longest time to look for, in microseconds: 0 has threads sleep at once.
  static let variable = "PANDO_BUSY_POLL_MICROSECONDS"
  static let microsecondsAtMost = 1_000
  private static let usualMicroseconds = 100

  private var machine = BusyPollMachine(limitMicroseconds: Self.limitMicroseconds)

  /// Notes a message of so many bytes.
  mutating func note(byteCount: Int) { machine.note(byteCount: byteCount) }

  /// Looks with `look` until that is true. Returns whether it was, or false where the thread is to sleep.
  mutating func finds(_ look: () throws(ZeroMQError) -> Bool) throws(ZeroMQError) -> Bool {
    guard machine.begins() else { return false }
    let start = MonotonicClock.nowMicroseconds()
    var last = start
    while true {
      sched_yield()
      let hasFound = try look()
      let now = MonotonicClock.nowMicroseconds()
      switch machine.look(hasFound: hasFound, elapsed: now - start, pause: now - last) {
      case .looksAgain: last = now
      case .found: return true
      case .sleeps: return false
      }
    }
  }

  /// Read once: the environment of a process does not change under its threads.
  private static let limitMicroseconds = microseconds(getenv(variable).map { String(cString: $0) })

  /// Returns the time that a value of the variable stands for; the usual one for none, and for a wrong one, which it
  /// reports.
  static func microseconds(_ text: String?) -> Int {
    guard let text, !text.isEmpty else { return usualMicroseconds }
    if let number = Int(text), 0...microsecondsAtMost ~= number { return number }
    reportIssue(
      """
      \(variable) is "\(text)"; write a number of microseconds from 0 to \(microsecondsAtMost), or unset it for \
      \(usualMicroseconds)
      """)
    return usualMicroseconds
  }
}
