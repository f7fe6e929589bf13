import Pando
import PandoHosting
import Synchronization

/// Takes the steps of workers that fail by a plan.
///
/// Its steps are tasks of the executor that also runs the effects, so that the order of both is always
/// the same.
final class FaultDriver: Sendable {
  private struct Guarded {
    var schedule: FaultSchedule
    var isStepDue = false
    /// True if no steps are made until somebody heals it.
    var isCutOff = false
    /// By the names of workers, none of which comes twice: the steps before which nothing reaches one, and nothing leaves.
    var cutOffUntil: [String: Int] = [:]
    var heldUntil: [String: Int] = [:]
  }

  private let executor: any TaskExecutor
  private let guarded: Mutex<Guarded>

  init(_ plan: FaultPlan, executor: any TaskExecutor) {
    self.executor = executor
    guarded = Mutex(Guarded(schedule: FaultSchedule(plan)))
  }

  // MARK: - Steps

  func scheduleStep(of backend: LoopbackBackend) {
    let isFirst = guarded.withLock { guarded in
      if guarded.isStepDue || guarded.isCutOff { return false }
      guarded.isStepDue = true
      return true
    }
    if isFirst { Task(executorPreference: executor) { self.step(backend) } }
  }

  private func step(_ backend: LoopbackBackend) {
    guarded.withLock { $0.isStepDue = false }
    let ready = backend.livingWorkers.filter(\.hasWork)
    let chosen = guarded.withLock { guarded -> (LoopbackWorker, [FaultSchedule.Draw])? in
      guard !ready.isEmpty, !guarded.isCutOff else { return nil }
      let worker = ready[guarded.schedule.begin(among: ready.count)]
      return (worker, guarded.schedule.draw())
    }
    guard let (worker, draws) = chosen else { return }
    for draw in draws { fail(worker, draw, backend) }
    takeIn(worker)
    if answers(worker) {
      while backend.deliverAnswers(of: worker) {}
    }
    if backend.livingWorkers.contains(where: \.hasWork) { scheduleStep(of: backend) }
  }

  private func fail(
    _ worker: LoopbackWorker, _ draw: FaultSchedule.Draw, _ backend: LoopbackBackend
  ) {
    switch draw.fault {
    case .kill:
      // Only steps bring results, so no effect can be added between this look and the end.
      guard draw.isUnconditional || backend.client?.runsEffects(on: worker) == false else { return }
      takeIn(worker)
      kill(worker, backend)
    case .delay(let steps):
      guarded.withLock { guarded in
        guarded.schedule.note("\(worker.name) answers \(steps) step(s) later")
        guarded.heldUntil[worker.name] = guarded.schedule.step.steps(steps)
      }
    case .cutOff(let steps):
      guarded.withLock { guarded in
        guarded.schedule.note("\(worker.name) is cut off for \(steps) step(s)")
        guarded.cutOffUntil[worker.name] = guarded.schedule.step.steps(steps)
      }
    }
  }

  /// Takes in what was sent to a worker that is not cut off.
  private func takeIn(_ worker: LoopbackWorker) {
    let isReached = guarded.withLock { guarded in
      guarded.schedule.step >= guarded.cutOffUntil[worker.name, default: 0]
    }
    guard isReached else { return }
    do throws(HostingRefusal) {
      while try worker.takeIn() {}
    } catch {
      worker.disagree(error.reason)
    }
    if let refusal = worker.refusal { worker.disagree(refusal) }
  }

  /// Returns whether the answers of a worker reach the store in this step.
  private func answers(_ worker: LoopbackWorker) -> Bool {
    guarded.withLock { guarded in
      let (name, step) = (worker.name, guarded.schedule.step)
      return step >= guarded.cutOffUntil[name, default: 0]
        && step >= guarded.heldUntil[name, default: 0]
    }
  }

  private func kill(_ worker: LoopbackWorker, _ backend: LoopbackBackend) {
    guard worker.stop() else { return }
    guarded.withLock { $0.schedule.note("\(worker.name) died") }
    backend.end(worker, .left, reason: "the test ended it")
  }

  // MARK: - For whoever brings failures about

  /// Ends every worker at once.
  func killWorkers(of backend: LoopbackBackend) {
    for worker in backend.livingWorkers { kill(worker, backend) }
  }

  func cutOff() {
    guarded.withLock { guarded in
      guarded.isCutOff = true
      guarded.schedule.note("the workers are cut off")
    }
  }

  func heal(_ backend: LoopbackBackend) {
    guarded.withLock { guarded in
      guarded.isCutOff = false
      guarded.schedule.note("the workers are healed")
    }
    scheduleStep(of: backend)
  }

  func add(_ fault: HostingFault, afterSteps steps: Int) {
    guarded.withLock { $0.schedule.add(fault, afterSteps: steps) }
  }

  var events: [String] { guarded.withLock { $0.schedule.events } }
  var stepCount: Int { guarded.withLock { $0.schedule.step } }
  var isCutOff: Bool { guarded.withLock { $0.isCutOff } }
}
