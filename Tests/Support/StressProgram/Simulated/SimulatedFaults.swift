import PandoSimulation

/// The faults of a simulated cluster, by seed: all that befalls real processes, and some that a
/// test on one machine cannot bring about.
final class SimulatedFaults {
  private let plan: Plan
  private let world: SimulatedWorld
  private let pool: SimulatedPool
  private var random: SeededGenerator
  /// When the last fault is over.
  private(set) var endMicroseconds = 0
  /// True if all blows have been struck.
  private(set) var isOver = false

  init(_ plan: Plan, _ world: SimulatedWorld, _ pool: SimulatedPool) {
    self.plan = plan
    self.world = world
    self.pool = pool
    random = SeededGenerator(seed: UInt64(plan.seed) &+ 77)
  }

  func start() { next(plan.chaos.blowCount) }

  private func next(_ count: Int) {
    guard count > 0 else {
      isOver = true
      return
    }
    world.time.after(random.number(plan.chaos.intervalMilliseconds) * 1_000) { [self] in
      strike()
      next(count - 1)
    }
  }

  /// Takes a worker out of service, or puts one back.
  private func drain(_ milliseconds: Int) {
    guard let victim = world.victim(random.number(0...99)) else { return }
    switch random.number(0...2) {
    case 0: victim.drainAndEnd(withinMilliseconds: milliseconds)
    case 1: world.drain(victim, withinMilliseconds: milliseconds)
    default: world.drain(victim, withinMilliseconds: nil)
    }
  }

  private func strike() {
    let milliseconds = random.pick([random.number(1...400), random.number(400...15_000)])
    endMicroseconds = max(endMicroseconds, world.time.now + milliseconds * 1_000)
    if random.chance(oneIn: 4) { return drain(milliseconds) }
    if plan.isCoordinated, plan.chaos.restartsCoordinator, random.chance(oneIn: 3) {
      return world.coordinator.restart(afterMicroseconds: milliseconds * 1_000)
    }
    switch random.number(1...10) {
    case 1...2:
      let way = random.number(0...2)
      pool.cutOne(
        toWorker: way != 1, toClient: way != 0, forMilliseconds: milliseconds)
    case 3:
      world.failStart()
      fallthrough
    default:
      guard let victim = world.victim(random.number(0...99)) else { return }
      if random.number(1...10) <= plan.chaos.killsOfTen {
        world.kill(victim)
      } else {
        victim.pause(forMilliseconds: milliseconds)
      }
    }
  }
}
