import PandoHosting

/// A coordinator: the registry of production, which workers join and beat for, and which may be gone.
package final class SimulatedCoordinator {
  weak var world: SimulatedWorld?
  private var registry = SimulatedCoordinator.registry(life: 1)
  private var life: UInt64 = 1
  private var isUp = true
  /// What each process knows itself as.
  private var ids: [Int32: WorkerID] = [:]

  private static func registry(life: UInt64) -> WorkerRegistry {
    WorkerRegistry(incarnation: life, lifeMilliseconds: 2_000, beatIntervalMilliseconds: 200)
  }

  /// It forgets everybody, and is away for a while.
  package func restart(afterMicroseconds pause: Int) {
    isUp = false
    life += 1
    registry = Self.registry(life: life)
    let begun = life
    world?.time.after(pause) { [self] in if life == begun { isUp = true } }
  }

  /// A worker is there, and tells so again and again.
  func beat(_ process: SimulatedProcess) {
    guard let world, process.isAlive, !world.isOver else { return }
    if isUp, process.isRunning { note(process, world) }
    world.time.after(registry.beatIntervalMilliseconds * 1_000) { [weak self, weak process] in
      if let process { self?.beat(process) }
    }
  }

  private func note(_ process: SimulatedProcess, _ world: SimulatedWorld) {
    let now = world.time.milliseconds
    if let id = ids[process.number] {
      let load = WorkerLoad(lanes: process.laneCount, actionsPerSecond: 0)
      if registry.beat(id, load: load, atMilliseconds: now) != .unknown { return }
    }
    let record = WorkerRecord(
      name: process.name, endpoint: process.name, processID: process.number, hostName: "here",
      features: Array(world.features.keys))
    ids[process.number] = registry.join(record, atMilliseconds: now).lease.id
  }

  func report(dead id: WorkerID) {
    if isUp { _ = registry.report(dead: id) }
  }

  /// Answers after a while.
  func find(
    _ feature: FeatureDescriptor, avoiding avoided: Set<WorkerID>,
    _ answer: @escaping (Result<Placement, NotFound>) -> Void
  ) {
    guard let world else { return }
    world.time.after(world.latency() * 2) { [self] in
      guard isUp else {
        return world.time.after(500_000) {
          answer(.failure(NotFound(reason: "it does not answer")))
        }
      }
      _ = registry.expire(atMilliseconds: world.time.milliseconds)
      answer(
        registry.place(feature, avoiding: avoided)
          .mapError { NotFound(reason: $0.description) })
    }
  }

  struct NotFound: Error { let reason: String }
}
