import Glibc

/// Nanoseconds of a clock that all processes of the machine share, or of the simulation that runs.
func monotonicNanoseconds() -> UInt64 {
  if let simulation = Simulation.current { return simulation.nanoseconds }
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
