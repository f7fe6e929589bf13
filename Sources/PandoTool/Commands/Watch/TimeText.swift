/// A length of time, for people.
enum TimeText {
  /// Returns two units at most: `12 s`, `3 min 5 s`, `2 h 10 min`, `4 d 1 h`.
  static func text(milliseconds: Int) -> String {
    let seconds = max(0, milliseconds / 1_000)
    let (minutes, hours, days) = (seconds / 60, seconds / 3_600, seconds / 86_400)
    if minutes == 0 { return "\(seconds) s" }
    if hours == 0 { return "\(minutes) min \(seconds % 60) s" }
    if days == 0 { return "\(hours) h \(minutes % 60) min" }
    return "\(days) d \(hours % 24) h"
  }
}
