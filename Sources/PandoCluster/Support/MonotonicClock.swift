import Glibc

/// Milliseconds of a clock that never goes back.
enum MonotonicClock {
  static var nowMilliseconds: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
  }
}
