import Foundation
import InMemoryTracing
import Pando
import PandoSimulation

/// One run of what a seed chose, in a simulated cluster.
struct SimulatedRun: Sendable {
  private let plan: Plan
  private let report: Report
  private let recorder = Recorder()

  init(_ plan: Plan, _ report: Report) {
    self.plan = plan
    self.report = report
  }

  /// The progress of the task that drives the store, in its own words.
  private final class Progress: @unchecked Sendable {
    // One thread has a simulation.
    var haveSent = false
    var isDone = false
    var hasStopped = false
    var cancelled: [CancelNote] = []
  }

  /// Returns what was not as it must be. On a thread that runs no task: the simulation runs its own.
  func runOnThread() async -> [String] {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: run()) }
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  private func run() -> [String] {
    report.say("seed \(plan.seed): \(plan)")
    _ = IssueLog.shared.take()
    _ = Burden.takeClientCount()
    let world = makeWorld()
    let simulation = Simulation(world)
    Simulation.current = simulation
    defer {
      Simulation.current = nil
      world.end()
    }
    let pool = makePool(world)
    let spans = Spans(plan)
    let engine = makeEngine(pool, world, spans)
    recorder.watch(engine)
    let faults = SimulatedFaults(plan, world, pool)
    let progress = Progress()
    start(Store(engine: engine), world, progress)
    faults.start()

    var violations: [String] = []
    func expect(_ what: String, within milliseconds: Int, _ condition: () -> Bool) -> Bool {
      if world.run(forAtMostMilliseconds: milliseconds, until: condition) { return true }
      violations.append(
        "at \(world.time.milliseconds) ms it had not come about that \(what); \(engine.standing)")
      return false
    }
    let isDone =
      expect("every sender has sent", within: Bounds.progressSeconds * 2_000) {
        progress.haveSent && faults.isOver
      }
      && expect(
        "everything accepted has committed or failed",
        within: Bounds.progressSeconds * 1_000
          + max(0, faults.endMicroseconds - world.time.now) / 1_000
      ) { progress.isDone }
      && expect("the store has stopped", within: Bounds.stopSeconds * 1_000) {
        progress.hasStopped
      }
    guard isDone else { return violations }
    world.stop()
    if !world.run(forAtMostMilliseconds: 30_000, until: { world.remains.isEmpty }) {
      violations.append("left at the end: \(world.remains.joined(separator: ", "))")
    }
    if let open = spans?.open, !open.isEmpty {
      violations.append("\(open.count) spans never ended: \(Set(open).sorted())")
    }
    let check = Check(
      plan, recorder, JournalRecord(starts: simulation.starts, returns: simulation.returns),
      cancelled: progress.cancelled, clientCount: Burden.takeClientCount(),
      hasQuarantine: !pool.sharesWorkers)
    violations += check.violations()
    report.say(
      """
        \(recorder.accepted.count) accepted, \(recorder.entries.count) committed or failed, \
      \(recorder.entries.count { $0.failure != nil }) failed, \(world.messageCount) messages, \
      \(world.time.milliseconds) ms
      """)
    return violations
  }

  private func makeWorld() -> SimulatedWorld {
    var random = SeededGenerator(seed: UInt64(plan.seed) &+ 4_711)
    var configuration = SimulatedWorld.Configuration()
    configuration.silenceMilliseconds = plan.silenceMilliseconds
    let slowest = random.pick([100, 200, 2_000, 50_000])
    configuration.latencyMicroseconds = random.number(1...50)...slowest
    return SimulatedWorld(seed: UInt64(plan.seed) &+ 99, configuration) {
      $0.tracing = .sampled(0, by: InMemoryTracer())
    }
  }

  private func makePool(_ world: SimulatedWorld) -> SimulatedPool {
    // A third of those that have no coordinator are given the endpoints of workers.
    if !plan.isCoordinated, !plan.seed.isMultiple(of: 3) { return world.spawned(plan.workerCount) }
    world.addSlots(plan.workerCount)
    return plan.isCoordinated ? world.coordinated() : world.connected()
  }

  private func makeEngine(
    _ pool: SimulatedPool, _ world: SimulatedWorld, _ spans: Spans?
  ) -> StoreEngine<Root.State, Root.Action> {
    var dependencies = DependencyValues()
    dependencies.hosting = pool.hosting.window(plan.window)
    dependencies.continuousClock = world.clock
    if let spans { dependencies.tracing = spans.tracing }
    return plan.makeEngine(dependencies, executor: world.executor)
  }

  private func start(_ store: StoreOf<Root>, _ world: SimulatedWorld, _ progress: Progress) {
    let senders = Senders(plan, store, clock: world.clock)
    Task(executorPreference: world.executor) {
      let outcomes = await senders.run()
      progress.cancelled = outcomes.flatMap(\.cancelled)
      progress.haveSent = true
      await senders.finish(outcomes)
      progress.isDone = true
      await store.stop()
      progress.hasStopped = true
    }
  }
}
