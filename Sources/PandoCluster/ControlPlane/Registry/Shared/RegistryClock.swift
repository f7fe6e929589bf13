import Glibc

/// The two clocks of a shared registry: one that does not go back, and one that coordinators share.
struct RegistryClock: Equatable, Sendable {
  var nowMilliseconds: Int
  /// Since 1970.
  var wallMilliseconds: Int64

  static var now: RegistryClock {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return RegistryClock(
      nowMilliseconds: MonotonicClock.nowMilliseconds(),
      wallMilliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
