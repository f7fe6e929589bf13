import Glibc

/// The time since this machine started, as the drivers tell it to the pure parts.
package enum MonotonicClock {
  package static func nowMilliseconds() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
  }

  /// The longest time that anybody waits for an answer, 24 days: libzmq takes no longer one, and it can be added to the
  /// time that it is.
  static let waitMillisecondsAtMost = Int(Int32.max)
}

extension MonotonicClock {
  static func nowNanoseconds() -> UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }

  static func nowMicroseconds() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1_000_000 + now.tv_nsec / 1_000
  }
}
