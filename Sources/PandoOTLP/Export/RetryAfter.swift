import Foundation

/// The field `Retry-After` of a response: a number of seconds, or a date.
enum RetryAfter {
  /// The longest time that a collector is left alone.
  static let millisecondsAtMost = 600_000

  /// Returns the time to wait; nil where the field cannot be read.
  ///
  /// - Parameter now: Seconds since 1970.
  static func milliseconds(_ field: String, now: Int) -> Int? {
    if let seconds = Int(field) { return bounded(seconds) }
    guard let date = dateFormatter.date(from: field) else { return nil }
    return bounded(Int(date.timeIntervalSince1970) - now)
  }

  private static func bounded(_ seconds: Int) -> Int {
    min(max(0, seconds), millisecondsAtMost / 1_000) * 1_000
  }

  private static var dateFormatter: DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter
  }
}
