import PandoHosting

/// A coordinator: the registry of production, which workers join and beat for, and which may be gone.
package final class SimulatedCoordinator {
  weak var world: SimulatedWorld?
  private var registry = SimulatedCoordinator.registry(life: 1)
  private var life: UInt64 = 1
  private var isUp = true
  /// The calls that wait until it goes on after a stop; nil while it runs.
  private var stalled: [() -> Void]?
  private var running = RunningTime(clock: 0, registry: SimulatedCoordinator.registry(life: 1))
  /// The id by which each process knows itself.
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

  /// It stands still for a while.
  package func pause(forMicroseconds duration: Int) {
    guard stalled == nil else { return }
    stalled = []
    world?.time.after(duration) { [self] in
      let bodies = stalled ?? []
      stalled = nil
      for body in bodies { body() }
    }
  }

  private func whenRunning(_ body: @escaping () -> Void) {
    if stalled == nil { body() } else { stalled?.append(body) }
  }

  /// A worker is there, and tells so again and again.
  func beat(_ process: SimulatedProcess) {
    guard let world, process.isAlive, !world.isOver else { return }
    if process.isRunning {
      whenRunning { [weak self] in if let self, isUp { note(process, world) } }
    }
    world.time.after(registry.beatIntervalMilliseconds * 1_000) { [weak self, weak process] in
      if let process { self?.beat(process) }
    }
  }

  private func note(_ process: SimulatedProcess, _ world: SimulatedWorld) {
    let now = running.look(clock: world.time.milliseconds)
    _ = registry.expire(atMilliseconds: now)
    if let id = ids[process.number] {
      let load = WorkerLoad(lanes: process.laneCount, actionsPerSecond: 0)
      let beat = registry.beat(id, load: load, atMilliseconds: now)
      world.note("registry", "worker \(beat)", "beat")
      if beat != .unknown {
        let left = registry.drainLeft(id, atMilliseconds: now)
        process.drain(left.map { .drain(withinMilliseconds: $0) } ?? .undrain)
        return
      }
    }
    var record = WorkerRecord(
      name: process.name, endpoint: process.name, processID: process.number, hostName: "here",
      features: process.features)
    record.drain = process.drainLeft
    record.traits = process.build.traits
    let joined = registry.join(record, atMilliseconds: now)
    world.note("registry", joined.replaced == nil ? "endpoint new" : "endpoint known", "join")
    ids[process.number] = joined.lease.id
  }

  func report(dead former: WorkerID, life: String?) {
    whenRunning { [self] in
      guard isUp, let world else { return }
      let now = running.look(clock: world.time.milliseconds)
      let id = registry.id(of: former, life: life)
      world.note("registry", "worker \(registry.report(dead: id, atMilliseconds: now))", "report")
    }
  }

  /// Has a worker drained, or not any longer, as an operator does. Returns whether it is known.
  package func drain(_ process: SimulatedProcess, withinMilliseconds: Int?) -> Bool {
    guard isUp, stalled == nil, let id = ids[process.number], registry.workers[id] != nil,
      let now = world.map({ running.look(clock: $0.time.milliseconds) })
    else { return false }
    guard let withinMilliseconds else { return registry.undrain(id) == .done }
    return registry.drain(id, withinMilliseconds: withinMilliseconds, atMilliseconds: now)
  }

  /// Returns whether a worker is to drain, which it may not have heard of.
  func drains(_ process: SimulatedProcess) -> Bool {
    ids[process.number].flatMap { registry.workers[$0]?.drain } != nil
  }

  /// A worker tells that it is about to end.
  func noteEnd(of process: SimulatedProcess, withinMilliseconds milliseconds: Int) {
    guard let world else { return }
    world.time.after(world.latency()) { [self] in
      whenRunning { [self] in
        guard isUp, let id = ids[process.number] else { return }
        let now = running.look(clock: world.time.milliseconds)
        registry.drain(
          id, withinMilliseconds: milliseconds, isEnding: true, atMilliseconds: now)
      }
    }
  }

  /// True if nobody answers.
  var isAway: Bool { !isUp || stalled != nil }

  /// The time that a question waits for somebody who answers, and until it is looked again whether there is one.
  private static let callMilliseconds = 2_000
  private static let pauseMicroseconds = 50_000

  /// Answers after a while, or says that nobody does.
  func find(
    _ wish: PlacementWish, avoiding avoided: Set<WorkerID>, untilMilliseconds end: Int? = nil,
    _ answer: @escaping (Result<Placement, NotFound>) -> Void
  ) {
    guard let world else { return }
    let end = end ?? world.time.milliseconds + Self.callMilliseconds
    world.time.after(world.latency() * 2) { [self] in
      guard !isAway else {
        if end <= world.time.milliseconds { return answer(.failure(.unanswered)) }
        return world.time.after(Self.pauseMicroseconds) { [weak self] in
          self?.find(wish, avoiding: avoided, untilMilliseconds: end, answer)
        }
      }
      let now = running.look(clock: world.time.milliseconds)
      let expired = registry.expire(atMilliseconds: now)
      if !expired.isEmpty { world.note("registry", "worker silent", "expire") }
      let placement = registry.place(wish, avoiding: avoided)
      world.note("registry", placement.name, "place")
      answer(placement.mapError { .refused(reason: $0.description) })
    }
  }

  enum NotFound: Error {
    case unanswered
    case refused(reason: String)
  }
}
