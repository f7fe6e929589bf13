import Glibc

/// The time that the threads of a process have had on processors.
enum ProcessorTime {
  /// That of the calling thread, in nanoseconds.
  static var ofThread: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Returns what a process of this machine has used since it was started; nil where it has gone.
  static func nanoseconds(of process: Int32) -> Int? {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return nil
    }
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
