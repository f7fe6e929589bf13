import IssueReporting
import Pando
import PandoHosting
package import PandoSimulation
import PandoWire
import Synchronization

extension SimulatedProgram {
  /// Runs the program, and returns the first thing that was not as it must be.
  package func violation() -> String? {
    var coverage: Coverage?
    return violation(&coverage)
  }

  /// The same, and adds what happened to the machines.
  package func violation(_ coverage: inout Coverage?) -> String? {
    // Small states are looked at field by field too, in every other program.
    Fieldwise.leastBytes = setup.seed.isMultiple(of: 2) ? 0 : 128
    Fieldwise.isVerified = true
    let run = ProgramRun(self, notesCoverage: coverage != nil)
    // Stores tell of children that are not there, of which programs are full.
    let violation = withIssueReporters([]) { run.violation() }
    if let met = run.coverage { coverage?.add(met) }
    return violation
  }
}

/// One run of a program.
private final class ProgramRun: @unchecked Sendable {
  private let program: SimulatedProgram
  private let world: SimulatedWorld
  private let mode = EffectMode()
  /// The spans of all workers; nil where nothing is traced.
  private let spans: SpanChecks?
  private var clients: [SimulatedClient] = []
  /// When the last fault is over, in microseconds.
  private var endOfFaults = 0
  /// The first thing that was wrong with a client that was restarted.
  private var restartViolation: String?
  private var hasFaults = false
  /// The number of clients so far.
  private var clientCount = 0

  /// The time that it may take, once faults are over, until everything that was accepted has
  /// committed or failed: three times the time of a feature and 10 s, for each action that no
  /// worker survives.
  private let progressMilliseconds: Int

  init(_ program: SimulatedProgram, notesCoverage: Bool) {
    self.program = program
    let setup = program.setup
    let poisons = program.events.count(where: \.isPoison)
    // What a worker that ends had reduced is reduced once more.
    let work = program.events.reduce(0) { $0 + $1.workMilliseconds }
    progressMilliseconds = 60_000 + poisons * (3 * setup.timeoutMilliseconds + 10_000) + 3 * work
    var configuration = SimulatedWorld.Configuration()
    configuration.latencyMicroseconds = 1...setup.latencyMicroseconds
    if let limit = setup.messageBytes {
      configuration.messageBytes = limit
      configuration.batchBytes = limit / 10
    }
    // Half of them balance few lanes, and soon.
    if setup.seed.isMultiple(of: 2) {
      configuration.poolLimits.balanceLanes = 2
      configuration.poolLimits.balanceMilliseconds = 200
    }
    let spans = setup.tracesOneOf.map { _ in SpanChecks() }
    self.spans = spans
    world = SimulatedWorld(seed: setup.seed, configuration) { [mode] in
      $0.effectMode = mode
      if let spans { $0.tracing = .sampled(0, by: spans.tracer) }
    }
    if notesCoverage { world.coverage = Coverage() }
    if setup.source != .spawned {
      world.addSlots(setup.workerCount)
      world.addSlots(setup.strangerCount ?? 0, .otherProtocol)
      world.addSlots(setup.olderCount ?? 0, .without(suffix: "Small"))
      let share = setup.newerShare.flatMap(PlacementShare.init(thousandths:))
      world.addSlots(setup.newerCount ?? 0, .newer(share: share))
    }
    for _ in 0..<setup.clientCount { addClient() }
    // Workers have one log of effects for all clients.
    if setup.clientCount == 1 {
      mode.log.willStart.withLock { $0 = { [weak self] in self?.noteStart(of: $0) } }
    }
  }

  private func noteStart(of effect: String) {
    if clientCount == 1 { clients.first?.noteStart(of: effect) }
  }

  var coverage: Coverage? { world.coverage }

  private func addClient() {
    clientCount += 1
    do {
      clients.append(try makeClient(after: nil))
    } catch {
      preconditionFailure("a new client reads nothing: \(error)")
    }
  }

  /// - Throws: What is wrong with the journal of the former client.
  private func makeClient(after former: SimulatedClient?) throws -> SimulatedClient {
    let pool =
      switch program.setup.source {
      case .spawned:
        world.spawned(program.setup.workerCount, atOnce: program.setup.startsAtOnce == true)
      case .connected: world.connected()
      case .coordinated: world.coordinated()
      }
    return try SimulatedClient(program.setup, pool, world, mode, below: spans, after: former)
  }

  func violation() -> String? {
    defer { world.end() }
    for event in program.events {
      if let violation = take(event) ?? restartViolation ?? readTimelines() { return violation }
    }
    if let violation = settle() ?? restartViolation { return violation }
    clients.forEach { $0.calm() }
    // A worker may still be at an action of a child that has gone.
    _ = world.run(forAtMostMilliseconds: limit) { clients.allSatisfy { $0.leftover == nil } }
    for client in clients {
      let isAlone = clientCount == 1
      let violation = client.violation(
        isCalm: program.isCalm && isAlone, isStruck: hasFaults || !isAlone, isAlone: isAlone)
      if let violation = violation ?? client.diskViolation { return violation }
      if let leftover = client.leftover { return leftover }
      if let violation = client.pool.outageViolation { return violation }
      if program.isCalm, let loss = client.pool.losses.first {
        return "a worker that was in order was given up: \(loss)"
      }
    }
    return end()
  }

  private func readTimelines() -> String? {
    for client in clients { if let violation = client.readTimeline() { return violation } }
    return nil
  }

  private func take(_ event: Event) -> String? {
    switch event {
    case .send(let number, let action):
      guard clients[number].engine.isFull else {
        clients[number].send(action)
        return nil
      }
      clients[number].noteFullWindow(&world.coverage)
      let hasRoom = world.run(forAtMostMilliseconds: limit) { !clients[number].engine.isFull }
      guard hasRoom else {
        let standing = clients[number].engine.standing
        return "at \(world.time.milliseconds) ms a sender still waited for room; \(standing)"
      }
      clients[number].send(action)
    case .sendInTask(let number, let action):
      clients[number].sendInTask(action, world.executor)
    case .wait(let microseconds):
      world.run(forMicroseconds: microseconds)
    case .drain(let victim):
      if let victim = world.victim(victim) {
        world.drain(victim, withinMilliseconds: Self.unhurriedMilliseconds)
      }
    case .undrain(let victim):
      if let victim = world.victim(victim) { world.drain(victim, withinMilliseconds: nil) }
    case .fault(let fault):
      endOfFaults = max(endOfFaults, world.time.now + fault.milliseconds * 1_000)
      hasFaults = true
      return strike(fault)
    }
    return nil
  }

  /// The time that something may take from now on.
  private var limit: Int {
    progressMilliseconds + max(0, endOfFaults - world.time.now) / 1_000
  }

  /// Longer than any program takes.
  private static let unhurriedMilliseconds = 6 * 86_400_000

  /// Returns what was wrong with a client that ends.
  private func strike(_ fault: Fault) -> String? {
    switch fault {
    case .kill(let number):
      if let victim = world.victim(number) { world.kill(victim) }
    case .pause(let number, let milliseconds):
      world.victim(number)?.pause(forMilliseconds: milliseconds)
    case .terminate(let number, let milliseconds):
      world.victim(number)?.drainAndEnd(withinMilliseconds: milliseconds)
    case .hurry(let number, let milliseconds):
      if let victim = world.victim(number) {
        world.drain(victim, withinMilliseconds: milliseconds)
      }
    case .cut(let client, let toWorker, let toClient, let milliseconds):
      clients[client].pool.cutOne(
        toWorker: toWorker, toClient: toClient, forMilliseconds: milliseconds)
    case .failStart:
      world.failStart()
    case .restartCoordinator(let milliseconds):
      world.coordinator.restart(afterMicroseconds: milliseconds * 1_000)
    case .pauseCoordinator(let milliseconds):
      world.coordinator.pause(forMicroseconds: milliseconds * 1_000)
    case .jump(let milliseconds):
      world.jump(milliseconds: milliseconds)
    case .endClient(let number):
      let client = clients[number]
      let violation = client.violationSoFar
      client.vanish()
      addClient()
      clients.swapAt(number, clients.count - 1)
      clients.removeLast()
      return violation
    case .restartClient(let number, let group, let keepsGroup):
      clients[number].whenHandingOver(group) { [weak self] in self?.restart(number, keepsGroup) }
    }
    return nil
  }

  /// Kills a client, and has another go on with its journal.
  private func restart(_ number: Int, _ keepsGroup: Bool) {
    let client = clients[number]
    let violation = client.violationSoFar
    client.vanish(keepingGroup: keepsGroup)
    do {
      clients[number] = try makeClient(after: client)
    } catch {
      restartViolation = "what is on disk cannot be read: \(error)"
    }
    if restartViolation == nil { restartViolation = violation ?? client.lossOnDisk }
  }

  /// Lets everything happen that is still to come.
  private func settle() -> String? {
    let isQuiet = { [self] in
      world.time.now >= endOfFaults && clients.allSatisfy { $0.engine.hasCommittedAll }
    }
    // What effects send comes later than what was waited for.
    var quietSince: Int?
    var count = 0
    let hasSettled = world.run(forAtMostMilliseconds: limit) {
      let now = clients.reduce(0) { $0 + $1.recorder.commits.count }
      if !isQuiet() || now != count { quietSince = nil }
      count = now
      if quietSince == nil, isQuiet() { quietSince = world.time.now }
      return quietSince.map { world.time.now - $0 >= 1_000_000 } ?? false
    }
    guard hasSettled else {
      let standing = clients.map(\.engine.standing).joined(separator: "\n")
      return "at \(world.time.milliseconds) ms not everything had committed or failed; \(standing)"
    }
    return nil
  }

  /// Ends the clients and then everything else; nothing may be left.
  private func end() -> String? {
    for client in clients { client.engine.stop() }
    world.stop()
    let hasEnded = world.run(forAtMostMilliseconds: 30_000) { world.remains.isEmpty }
    guard hasEnded else { return "left at the end: \(world.remains.joined(separator: ", "))" }
    if let violation = readTimelines() { return violation }
    for client in clients { if let violation = client.spanViolation { return violation } }
    // Who waits for what was just committed waits for the disk.
    _ = world.run(forAtMostMilliseconds: 30_000) { clients.allSatisfy { $0.waitingCount == 0 } }
    let waiting = clients.reduce(0) { $0 + $1.waitingCount }
    return waiting == 0 ? nil : "\(waiting) tasks still wait for the end of what they sent"
  }
}
