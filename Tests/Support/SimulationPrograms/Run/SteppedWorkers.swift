package import Pando
package import PandoHosting
package import PandoSimulation
import Synchronization

/// Workers in the store's own thread, whose messages arrive when a seed says so.
///
/// Messages of one worker keep their order; between workers any order may come. A worker can crash at
/// any step, with everything that was under way to and from it, and another takes its place.
package final class SteppedWorkers: Sendable {
  package let backend: LoopbackBackend
  private let executor: SimulatedExecutor
  /// True if a worker that the store gives up ends; else `step()` throws.
  private let endsRefused: Bool
  private let generator: Mutex<SeededGenerator>

  /// So many workers, whose effects run on `executor`.
  package init(
    count: Int, seed: UInt64, executor: SimulatedExecutor, endsRefused: Bool = false
  ) {
    backend = LoopbackBackend(workers: count, seed: seed, pace: .inSteps(executor: executor))
    self.executor = executor
    self.endsRefused = endsRefused
    generator = Mutex(SeededGenerator(seed: ~seed))
  }

  package var hosting: Hosting { Hosting { [backend] in backend } }

  /// Lets one batch arrive somewhere, as the seed decides. Returns false when nothing is under way.
  package func step() throws(HostingRefusal) -> Bool {
    for worker in generator.withLock({ backend.livingWorkers.shuffled(using: &$0) }) {
      if let refusal = worker.refusal {
        guard endsRefused else { throw HostingRefusal(reason: refusal) }
        backend.end(worker, .refused, reason: refusal)
        return true
      }
      let clientFirst = generator.withLock { $0.chance(oneIn: 2) }
      if clientFirst, backend.deliverAnswers(of: worker) { return true }
      if try worker.takeIn() { return true }
      if backend.deliverAnswers(of: worker) { return true }
    }
    return false
  }

  /// Lets everything arrive, and the effects run, until nothing is left to happen.
  package func settle() throws(HostingRefusal) {
    while true {
      let ran = executor.runAll()
      let stepped = try step()
      if !ran, !stepped { return }
    }
  }

  /// Ends a worker with everything that is under way. By default nobody takes what it was reducing for
  /// the cause.
  package func crash(_ end: LinkEnd = .left) {
    if let victim = drawWorker() { backend.end(victim, end, reason: "it crashed") }
  }

  /// Has all lanes of one worker move to others, as soon as they run no effects.
  package func drain() {
    if let worker = drawWorker() { backend.drain(worker) }
  }

  private func drawWorker() -> LoopbackWorker? {
    generator.withLock { backend.livingWorkers.randomElement(using: &$0) }
  }
}
