/// Seconds since it was made.
struct Stopwatch: Sendable {
  private let start = ContinuousClock.now

  var seconds: Double { start.duration(to: .now) / .seconds(1) }
  var milliseconds: Double { start.duration(to: .now) / .milliseconds(1) }
}
