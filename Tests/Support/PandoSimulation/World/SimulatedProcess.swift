import DequeModule
import Pando
import PandoHosting
import PandoWire

/// The process of a worker: sessions with their hosts, as the worker's receiver and its threads drive
/// them, and a life that a fault may end at any moment.
package final class SimulatedProcess {
  enum Phase {
    case starting
    case running
    /// Stopped by a signal: what comes waits.
    case stopped
    case dead
  }

  let number: Int32
  package let name: String
  let build: SimulatedBuild
  /// True if it tells its clients of whom it dies, as nobody else does.
  var tellsClients = false
  unowned let world: SimulatedWorld
  private let onExit: (ProcessEnd) -> Void
  private let dependencies: DependencyValues
  private let executor = SimulatedExecutor()
  var phase = Phase.starting
  private(set) var isStopping = false
  var drain = DrainMachine()
  var isDrainWatched = false
  var sessions: [Int: SimulatedSession] = [:]
  /// The sessions whose clients have gone while a reducer runs, which they end behind.
  private var ending: [SimulatedSession] = []
  private var connections: [Int: SimulatedConnection] = [:]
  /// The calls to make once the process goes on.
  private var stalled: Deque<() -> Void> = []
  /// The session whose batch the receiving thread handles on the spot, with the number of the batch.
  var onTheSpot: (session: SimulatedSession, batch: UInt64)?
  var lastBatch: UInt64 = 0
  /// The deliveries that wait for the receiving thread.
  var unreceived: Deque<() -> Void> = []
  var lateness = LateBatchMachine()
  var isReceiverWatched = false

  private static let tickMicroseconds = 500_000
  static let hangLookMicroseconds = 100_000

  init(
    _ number: Int32, _ name: String, _ build: SimulatedBuild, _ world: SimulatedWorld,
    _ dependencies: DependencyValues, onExit: @escaping (ProcessEnd) -> Void
  ) {
    self.number = number
    self.name = name
    self.build = build
    self.world = world
    self.dependencies = dependencies
    self.onExit = onExit
  }

  package var isRunning: Bool { phase == .running }
  /// True if it has welcomed a client.
  private(set) var hasServed = false
  var isAlive: Bool { phase != .dead }
  var laneCount: Int { sessions.values.reduce(0) { $0 + $1.host.laneCount } }
  /// The features that it hosts.
  var features: [FeatureDescriptor] {
    world.features.keys.filter { build.hosts($0) }.sorted { $0.name < $1.name }
  }
  var isListening: Bool { phase == .running || phase == .stopped }

  // MARK: - Life

  func start() {
    world.time.after(world.number(world.configuration.startMicroseconds)) { [weak self] in
      guard let self, phase == .starting else { return }
      guard world.takesStart() else { return die(.exited(status: 1)) }
      phase = .running
      world.coordinator.beat(self)
      tick()
    }
  }

  /// `kill -9`.
  package func kill() { die(.killed(signal: 9, name: "SIGKILL")) }

  /// `SIGSTOP`, and `SIGCONT` after a while.
  package func pause(forMilliseconds milliseconds: Int) {
    guard phase == .running else { return }
    phase = .stopped
    world.time.after(milliseconds * 1_000) { [weak self] in self?.proceed() }
  }

  private func proceed() {
    guard phase == .stopped else { return }
    phase = .running
    while phase == .running, let body = stalled.popFirst() { body() }
  }

  /// The end of its standard input, or `SIGINT`: tells its clients, and ends.
  func stop() {
    guard phase != .dead, !isStopping else { return }
    isStopping = true
    if phase == .starting { return die(.exited(status: 0)) }
    whenReceiving { [self] in
      for session in sessions.values {
        session.connection.sendToClient(encoded(.refuse(reason: WorkerMessage.stoppingReason)))
        end(session)
      }
      world.time.after(10_000) { [weak self] in self?.die(.exited(status: 0)) }
    }
  }

  func die(_ end: ProcessEnd) {
    guard phase != .dead else { return }
    phase = .dead
    // Nothing of it is heard any more; its tasks are let go.
    executor.isMuted = true
    stalled = []
    unreceived = []
    onTheSpot = nil
    for session in sessions.values { session.host.end() }
    for session in ending { session.host.end() }
    sessions = [:]
    ending = []
    for connection in connections.values { connection.close() }
    connections = [:]
    world.forget(self)
    world.time.after(world.latency()) { [onExit] in onExit(end) }
  }

  func runJobs() -> Bool { phase == .stopped ? false : executor.runAll() }

  func drainAfterDeath() { while executor.runAll() {} }

  /// Does something now, or once the process goes on after a stop; never when it is dead.
  func whenRunning(_ body: @escaping () -> Void) {
    switch phase {
    case .running: body()
    case .stopped: stalled.append(body)
    case .starting, .dead: break
    }
  }

  func later(_ microseconds: Int, _ body: @escaping () -> Void) {
    world.time.after(microseconds) { [weak self] in self?.whenRunning(body) }
  }

  // MARK: - Connections

  /// Takes a connection to a process that listens; a stopped one tells so once it goes on.
  func connect(_ connection: SimulatedConnection) {
    connections[connection.number] = connection
    whenRunning { [weak self, weak connection] in
      guard let self else { return }
      world.time.after(world.latency()) { [weak connection] in
        if let connection, connection.isOpen { connection.link?.connected() }
      }
    }
  }

  func disconnected(_ connection: SimulatedConnection) {
    whenReceiving { [self] in
      connections[connection.number] = nil
      if let session = sessions[connection.number] {
        note("connection lost", session)
        carryOut(session.machine.left("its connection is gone"), session)
      }
    }
  }

  func receive(_ bytes: [UInt8], on connection: SimulatedConnection) {
    whenReceiving { [self] in bytes.withUnsafeBytes { handle($0, on: connection) } }
  }

  private func handle(_ batch: UnsafeRawBufferPointer, on connection: SimulatedConnection) {
    let now = world.time.milliseconds
    guard let session = sessions[connection.number] else { return greet(batch, connection, now) }
    note("heard", session)
    guard session.machine.heard(now: now) == .deliver else { return }
    switch ClientMessage.kind(ofBatch: batch) {
    case .goodbye:
      note("goodbye", session)
      carryOut(session.machine.left("it said goodbye"), session)
    case .hello:
      note("hello again", session)
      carryOut(session.machine.left("it began anew"), session)
      greet(batch, connection, now)
    case .ping(let number):
      connection.sendToClient(encoded(.pong(number, laneCount: session.host.laneCount)))
    case .other:
      deliver(batch, to: session)
    }
  }

  private func greet(
    _ batch: UnsafeRawBufferPointer, _ connection: SimulatedConnection, _ now: Int
  ) {
    var hello: Hello?
    try? ClientMessage.decodeAll(batch) { if case .hello(let said) = $0 { hello = said } }
    guard let hello else {
      return connection.sendToClient(encoded(.refuse(reason: WorkerMessage.strangerReason)))
    }
    guard !isStopping else {
      return connection.sendToClient(encoded(.refuse(reason: WorkerMessage.stoppingReason)))
    }
    let session = makeSession(connection)
    sessions[connection.number] = session
    note("hello", session)
    carryOut(session.machine.greeted(hello, now: now), session)
  }

  private func note(_ event: String, _ session: SimulatedSession) {
    world.note("session", session.machine.phase.name, event)
  }

  private func makeSession(_ connection: SimulatedConnection) -> SimulatedSession {
    let announcer = Announcer()
    let host = HostSession(
      findFeature: { [unowned world, build] descriptor throws(HostingRefusal) in
        guard let feature = world.features[descriptor], build.hosts(descriptor) else {
          throw HostingRefusal(reason: "\(descriptor) is not hosted here")
        }
        return feature
      },
      dependencies: dependencies, executor: executor,
      onOutput: { announcer.announce() },
      onReport: { [unowned world] in world.report($0) })
    host.watch = { [unowned world] machine, event in
      world.note("host", machine.standing, event.name)
    }
    let session = SimulatedSession(connection, host, world.configuration.silenceMilliseconds)
    announcer.onOutput = { [weak self, weak session] in
      if let session { self?.sendSoon(session) }
    }
    return session
  }

  func carryOut(_ directive: SessionMachine.Directive?, _ session: SimulatedSession) {
    switch directive {
    case .welcome:
      hasServed = true
      let welcome = Welcome(
        version: build.version, processID: number, features: features, traits: build.traits)
      session.connection.sendToClient(encoded(.welcome(welcome)))
      if let left = drain.left(now: world.time.milliseconds) {
        session.connection.sendToClient(encoded(.draining(withinMilliseconds: left)))
      }
    case .refuse(let reason):
      end(session)
      session.connection.sendToClient(encoded(.refuse(reason: reason)))
    case .end:
      end(session)
    case .forget:
      end(session)
      session.connection.sendToClient(encoded(.refuse(reason: WorkerMessage.strangerReason)))
    case .deliver, nil:
      break
    }
  }

  private func end(_ session: SimulatedSession) {
    guard sessions[session.connection.number] === session else { return }
    sessions[session.connection.number] = nil
    session.inbox = []
    session.host.interrupt()
    // A reducer that runs comes first.
    if session.isBusy { ending.append(session) } else { session.host.end() }
  }

  /// A reducer has ended whose client may have gone meanwhile. Returns true if its session has ended, too.
  func endIfLeft(_ session: SimulatedSession) -> Bool {
    guard let index = ending.firstIndex(where: { $0 === session }) else { return false }
    ending.remove(at: index)
    session.host.end()
    return true
  }

  private func tick() {
    whenReceiving { [self] in
      let now = world.time.milliseconds
      for session in sessions.values.sorted(by: { $0.connection.number < $1.connection.number }) {
        note("tick", session)
        carryOut(session.machine.tick(now: now), session)
      }
    }
    later(Self.tickMicroseconds) { [weak self] in self?.tick() }
  }
}

/// Tells the process of what effects left to be sent.
private final class Announcer: @unchecked Sendable {
  // Set before any effect runs; one thread has a simulation.
  var onOutput: () -> Void = {}

  func announce() { onOutput() }
}
