import Pando
import PandoHosting
import Synchronization

/// Hosts features in the client's own process, on workers that take turns and fail by a plan.
///
/// Its steps are tasks of the executor that also runs the effects, so that the order of both is always
/// the same.
final class FaultyBackend: HostingBackend {
  private struct Guarded {
    var schedule: FaultSchedule
    var workers: [FaultyWorker?]
    var dependencies = DependencyValues()
    var placedCount = 0
    var startedCount = 0
    var isStepDue = false
    /// True if no steps are made until somebody heals it.
    var isCutOff = false
    weak var client: (any HostingClient)?
  }

  private let executor: any TaskExecutor
  private let guarded: Mutex<Guarded>

  init(_ plan: FaultPlan, executor: any TaskExecutor) {
    self.executor = executor
    guarded = Mutex(
      Guarded(
        schedule: FaultSchedule(plan),
        workers: Array(repeating: nil, count: plan.workerCount)))
  }

  // MARK: - For the store

  func start(
    client: any HostingClient, features: [any HostedFeature], dependencies: DependencyValues
  ) {
    guarded.withLock { guarded in
      precondition(guarded.client == nil, "a HostingFaults serves one store at a time")
      guarded.client = client
      guarded.dependencies = dependencies
    }
  }

  func place(
    _ lane: LaneID, _ feature: any HostedFeature, in place: LanePlace
  ) -> (any HostingLink)? {
    let worker = guarded.withLock { guarded in
      let slot = guarded.placedCount % guarded.workers.count
      guarded.placedCount += 1
      return guarded.workers[slot] ?? makeWorker(slot, &guarded)
    }
    worker.register(feature)
    return worker
  }

  private func makeWorker(_ slot: Int, _ guarded: inout Guarded) -> FaultyWorker {
    guarded.startedCount += 1
    let worker = FaultyWorker(
      name: "worker \(guarded.startedCount) of the test", slot: slot,
      host: LoopbackWorker(dependencies: guarded.dependencies, executor: executor),
      onWork: { [weak self] in self?.scheduleStep() })
    guarded.workers[slot] = worker
    return worker
  }

  func ended(_ lane: LaneID) {}

  func effects(of lane: LaneID, _ sequence: SequenceNumber) -> [HostedEffectStatus] {
    guarded.withLock { $0.workers }.compactMap(\.self).flatMap { $0.effects(of: lane, sequence) }
  }

  var workers: [HostedWorker] { [] }

  func finish() async {}

  func stop() {
    let workers = guarded.withLock { guarded in
      guarded.client = nil
      defer { guarded.workers = guarded.workers.map { _ in nil } }
      return guarded.workers
    }
    for case let worker? in workers { worker.die() }
  }

  // MARK: - Steps

  private func scheduleStep() {
    let isFirst = guarded.withLock { guarded in
      if guarded.isStepDue || guarded.isCutOff { return false }
      guarded.isStepDue = true
      return true
    }
    if isFirst { Task(executorPreference: executor) { self.step() } }
  }

  private func step() {
    let chosen = guarded.withLock { guarded -> (FaultyWorker, [FaultSchedule.Draw], Int)? in
      guarded.isStepDue = false
      let ready = guarded.workers.compactMap(\.self).filter(\.hasWork)
      guard !ready.isEmpty, !guarded.isCutOff else { return nil }
      let worker = ready[guarded.schedule.begin(among: ready.count)]
      return (worker, guarded.schedule.draw(), guarded.schedule.step)
    }
    guard let (worker, draws, step) = chosen else { return }
    for draw in draws { fail(worker, draw, step) }
    worker.takeIn(at: step)
    let client = guarded.withLock { $0.client }
    for answers in worker.takeAnswers(at: step) {
      unsafe answers.withUnsafeBytes { unsafe client?.receive($0, from: worker) }
    }
    let mustGoOn = guarded.withLock { $0.workers.contains { $0?.hasWork == true } }
    if mustGoOn { scheduleStep() }
  }

  private func fail(_ worker: FaultyWorker, _ draw: FaultSchedule.Draw, _ step: Int) {
    switch draw.fault {
    case .kill:
      let client = guarded.withLock { $0.client }
      // Only steps bring results, so no effect can be added between this look and the end.
      guard draw.isUnconditional || client?.runsEffects(on: worker) == false else { return }
      worker.takeIn(at: step)
      kill(worker)
    case .delay(let steps):
      note("\(worker.name) answers \(steps) step(s) later")
      worker.hold(until: step.steps(steps))
    case .cutOff(let steps):
      note("\(worker.name) is cut off for \(steps) step(s)")
      worker.cutOff(until: step.steps(steps))
    }
  }

  // MARK: - For whoever brings failures about

  /// Ends every worker at once.
  func killWorkers() {
    let workers = guarded.withLock { $0.workers }
    for case let worker? in workers { kill(worker) }
  }

  private func kill(_ worker: FaultyWorker) {
    let client = guarded.withLock { guarded -> (any HostingClient)? in
      guard guarded.workers[worker.slot] === worker else { return nil }
      guarded.workers[worker.slot] = nil
      guarded.schedule.note("\(worker.name) died")
      return guarded.client
    }
    guard let client else { return }
    worker.die()
    client.lost(worker, .left, reason: "the test ended it", nowMilliseconds: nil)
  }

  func cutOff() {
    guarded.withLock { guarded in
      guarded.isCutOff = true
      guarded.schedule.note("the workers are cut off")
    }
  }

  func heal() {
    guarded.withLock { guarded in
      guarded.isCutOff = false
      guarded.schedule.note("the workers are healed")
    }
    scheduleStep()
  }

  func add(_ fault: HostingFault, afterSteps steps: Int) {
    guarded.withLock { $0.schedule.add(fault, afterSteps: steps) }
  }

  private func note(_ event: String) {
    guarded.withLock { $0.schedule.note(event) }
  }

  var events: [String] { guarded.withLock { $0.schedule.events } }
  var stepCount: Int { guarded.withLock { $0.schedule.step } }
  var isCutOff: Bool { guarded.withLock { $0.isCutOff } }
}
