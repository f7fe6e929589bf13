/// Tells whether a debugger holds a worker, for the one who judges its silence. Pure: looks come with the ticks.
struct LinkTrace {
  private var quietTicks = 0
  private var tracer: Tracer?
  private var heldUntil = Int.min
  private var lastLook = Int.min
  /// The time for which a tracer is still believed.
  private var belief: Int

  /// The ticks of silence until the first look, and between looks.
  private static let ticks = 10
  /// The time that a worker has, once its debugger lets go, to come to an end with what it was held in.
  private static let graceMilliseconds = 30_000
  /// The longest time for which one look counts.
  private static let lookMilliseconds = 1_000
  /// The time for which tracers are believed while a link lasts. A worker that lies may have itself traced, by a process
  /// that it has started, and would be waited for as long as it likes.
  static let beliefMilliseconds = 3_600_000

  /// - Parameter isBounded: False where the program was told that it is debugged.
  init(isBounded: Bool) {
    belief = isBounded ? Self.beliefMilliseconds : .max
  }

  /// A change that people are to hear of.
  enum Change: Equatable {
    case held(by: Tracer)
    case released
    /// It is held still, and has been for so long that it is waited for no more.
    case disbelieved(Tracer)
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
    if found != nil {
      let passed = lastLook == .min ? 0 : min(now - lastLook, Self.lookMilliseconds)
      belief -= min(belief, passed)
    }
    lastLook = now
    let was = tracer
    tracer = belief > 0 ? found : nil
    if isHeld { heldUntil = now }
    switch (was, tracer, found) {
    case (nil, let tracer?, _): return .held(by: tracer)
    case (_?, nil, let found?): return .disbelieved(found)
    case (_?, nil, nil): return .released
    default: return nil
    }
  }

  /// True if the worker's standing still may come of its debugger.
  func excuses(now: Int) -> Bool {
    isHeld || (heldUntil != .min && now - heldUntil <= Self.graceMilliseconds)
  }
}
