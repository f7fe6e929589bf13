import PandoHosting

/// A place where a service manager keeps a worker running.
final class SimulatedSlot {
  let name: String
  let build: SimulatedBuild
  private unowned let world: SimulatedWorld
  private(set) var process: SimulatedProcess?

  init(name: String, _ build: SimulatedBuild, _ world: SimulatedWorld) {
    self.name = name
    self.build = build
    self.world = world
  }

  /// True if children may be placed on its worker, now and for a while.
  var isInService: Bool {
    process.map { $0.isRunning && $0.drainLeft == nil && !world.coordinator.drains($0) } ?? false
  }

  func start() {
    guard !world.isOver else { return }
    process = world.makeProcess(name, build) { [weak self] _ in
      guard let self else { return }
      process = nil
      world.time.after(world.configuration.restartMicroseconds) { [weak self] in self?.start() }
    }
    process?.tellsClients = true
  }

  func stop() { process?.stop() }
}
