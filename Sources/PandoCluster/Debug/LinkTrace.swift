/// Tells whether a debugger holds a worker, for the one who judges its silence. Pure: looks come with the ticks.
struct LinkTrace {
  private var quietTicks = 0
  private var tracer: Tracer?
  private var heldUntil = Int.min

  /// The ticks of silence until the first look, and between looks.
  private static let ticks = 10
  /// The time that a worker has, once its debugger lets go, to come to an end with what it was held in.
  private static let graceMilliseconds = 30_000

  /// A change that people are to hear of.
  enum Change: Equatable {
    case held(by: Tracer)
    case released
  }

  /// The worker has said something.
  mutating func noteMessage() { quietTicks = 0 }

  /// True if it is held, as far as it was looked.
  var isHeld: Bool { tracer != nil }

  /// True if a look is due: of a worker that speaks nobody asks.
  mutating func tick() -> Bool {
    quietTicks += 1
    return isHeld
      ? quietTicks % Self.ticks == 0 : quietTicks >= Self.ticks && quietTicks % Self.ticks == 0
  }

  /// Takes in what a look found.
  mutating func look(_ found: Tracer?, now: Int) -> Change? {
    let was = tracer
    tracer = found
    if found != nil { heldUntil = now }
    switch (was, found) {
    case (nil, let found?): return .held(by: found)
    case (_?, nil): return .released
    default: return nil
    }
  }

  /// True if the worker's standing still may come of its debugger.
  func excuses(now: Int) -> Bool {
    isHeld || (heldUntil != .min && now - heldUntil <= Self.graceMilliseconds)
  }
}
