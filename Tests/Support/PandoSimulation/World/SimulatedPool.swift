package import Pando
package import PandoHosting

/// The workers of one simulated store: what `PandoCluster` does with a `PoolMachine`, without threads.
package final class SimulatedPool: HostingBackend, @unchecked Sendable {
  // One thread has a simulation.
  let world: SimulatedWorld
  let linkLimits: LinkMachine.Limits
  private let source: PoolMachine.Source
  private(set) var machine: PoolMachine
  private(set) var links: [MemberID: SimulatedLink] = [:]
  private var processes: [MemberID: SimulatedProcess] = [:]
  private var client: (any HostingClient)?
  private var isCallDue = false
  var isTickDue = false
  private var isMakingCalls = false
  private var isStopped = false
  private var waiters: [UnsafeContinuation<Void, Never>] = []
  var outageWatch = OutageWatch()
  /// The reports to the people who run the store.
  package private(set) var reports: [String] = []
  /// The notes to them.
  package private(set) var notes: [String] = []
  /// The workers that were lost, other than by leaving, and why.
  package private(set) var losses: [String] = []

  static let tickMicroseconds = 100_000

  init(_ source: PoolMachine.Source, _ world: SimulatedWorld) {
    self.source = source
    self.world = world
    machine = PoolMachine(
      source, limits: world.configuration.poolLimits, build: SimulatedBuild.preference)
    var limits = LinkMachine.Limits()
    limits.silenceMilliseconds = world.configuration.silenceMilliseconds
    linkLimits = limits
  }

  package var hosting: Hosting { Hosting { self } }

  package var isFinished: Bool { isStopped && machine.isFinished }

  // MARK: - For the store

  package func start(
    client: any HostingClient, features: [any HostedFeature], dependencies: DependencyValues
  ) {
    self.client = client
    for feature in features { world.features[feature.descriptor] = feature }
    change { $0.handle(.start, now: world.time.milliseconds) }
    tick()
  }

  package func place(
    _ lane: LaneID, _ feature: any HostedFeature, group: LaneGroup?, in place: LanePlace
  ) -> (any HostingLink)? {
    let longestRest = PoolMachine.longestRestMilliseconds
    let rest = place == .quarantine ? world.number(0...longestRest - 1) : 0
    return change {
      $0.place(
        lane, feature.descriptor, group: group, in: place, restMilliseconds: rest,
        now: world.time.milliseconds)
    }
    .flatMap { links[$0] }
  }

  /// The number of lanes of the store that its workers have.
  package var hostedLaneCount: Int {
    links.values.reduce(0) { $0 + ($1.connection?.laneCount ?? 0) }
  }

  package var sharesWorkers: Bool { if case .spawned = source { false } else { true } }

  package func ended(_ lane: LaneID) { handle(.ended(lane)) }

  package var workers: [HostedWorker] { [] }

  package func stop() {
    isStopped = true
    client = nil
    handle(.stop)
    for link in links.values {
      link.sayGoodbye()
      link.connection?.abandon()
    }
    links = [:]
    freeWaiters()
  }

  /// Ends as where the client's process is killed: nobody is told, and its own workers end with it.
  package func vanish() {
    for link in links.values {
      link.connection?.abandon()
      link.connection = nil
    }
    links = [:]
    isStopped = true
    client = nil
    handle(.stop)
  }

  package func finish() async {
    await withUnsafeContinuation { continuation in
      waiters.append(continuation)
      freeWaiters()
    }
  }

  private func freeWaiters() {
    guard isFinished else { return }
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  // MARK: - Events

  func handle(_ event: PoolEvent) {
    world.note("pool", machine.name(for: event), event.name)
    change { $0.handle(event, now: world.time.milliseconds) }
    freeWaiters()
  }

  @discardableResult
  func change<Result>(_ body: (inout PoolMachine) -> Result) -> Result {
    let result = body(&machine)
    while case let directives = machine.takeDirectives(), !directives.isEmpty {
      for directive in directives { carryOut(directive) }
    }
    if machine.hasCalls { callSoon() }
    return result
  }

  private func carryOut(_ directive: PoolDirective) {
    switch directive {
    case .spawn(let member, let name):
      let process = world.makeProcess(name) { [weak self] end in
        self?.processes[member] = nil
        self?.handle(.exited(member, end))
      }
      processes[member] = process
      open(member, name, hasProcess: true) { [weak process] in process }
    case .connect(let member, let endpoint):
      let slot = world.slots[endpoint]
      open(member, slot.name, hasProcess: false) { slot.process }
    case .open(let member, let found):
      let slot = world.slots.first { $0.name == found.endpoint }
      open(member, found.name, hasProcess: false) { slot?.process }
    case .end(let member):
      processes[member]?.stop()
      drop(member, .left, "it is not needed any more")
    case .kill(let member):
      // In an event of its own, as the supervisor does it.
      world.time.after(0) { [weak self] in self?.processes[member]?.kill() }
    case .finishLink(let member, let end, let reason):
      world.time.after(0) { [weak self] in
        self?.links[member]?.handle(.exited(end, reason: reason))
      }
    case .closeLink(let member, let reason):
      drop(member, .died, reason)
    case .find(let lane, let wish, let avoided):
      world.coordinator.find(wish, avoiding: avoided) { [weak self] answer in
        switch answer {
        case .success(let worker): self?.handle(.found(lane, worker))
        case .failure(.refused(let reason)): self?.handle(.notFound(lane, reason: reason))
        case .failure(.unanswered):
          self?.handle(.unanswered(lane, reason: "nobody answers"))
        }
      }
    case .reportDead(let key, let life):
      world.time.after(world.latency()) { [world] in
        world.coordinator.report(dead: key, life: life)
      }
    }
  }

  private func drop(_ member: MemberID, _ end: LinkEnd, _ reason: String) {
    world.time.after(0) { [weak self] in
      guard let link = self?.links[member] else { return }
      link.sayGoodbye()
      link.handle(.dropped(end, reason: reason))
    }
  }

  private func open(
    _ member: MemberID, _ name: String, hasProcess: Bool,
    _ process: @escaping () -> SimulatedProcess?
  ) {
    let link = SimulatedLink(member, name, self, hasProcess: hasProcess, process)
    links[member] = link
    connect(link)
  }

  /// Connects as soon as somebody is there, as libzmq does.
  func connect(_ link: SimulatedLink) {
    world.time.after(world.latency()) { [weak self, weak link] in
      guard let self, let link, !link.isOver, !isStopped else { return }
      // One that ends before it listens has nobody connected to it, as with libzmq.
      guard let process = link.process(), process.isListening else {
        return world.time.after(5_000) { [weak self, weak link] in
          if let link { self?.connect(link) }
        }
      }
      let connection = SimulatedConnection(world.nextConnection(), world, link, process)
      link.connection = connection
      process.connect(connection)
    }
  }

  /// Cuts a connection, one way or both: none to a worker that is there to be harmed by its action alone.
  package func cutOne(toWorker: Bool, toClient: Bool, forMilliseconds milliseconds: Int) {
    let connected = links.values.filter { $0.connection != nil && $0.name != "quarantine worker" }
      .sorted { $0.member < $1.member }
    guard let link = connected.randomElement(using: &world.generator) else { return }
    link.connection?.cut(
      toWorker: toWorker, toClient: toClient, forMicroseconds: milliseconds * 1_000)
  }

  // MARK: - For links

  func linkIsReady(_ link: SimulatedLink, _ welcome: Welcome) {
    handle(.welcomed(link.member, welcome.features, welcome.traits))
  }

  func linkHasEnded(_ link: SimulatedLink, _ end: LinkEnd, _ reason: String) {
    if end != .left { losses.append("\(link.name): \(reason)") }
    handle(.linkEnded(link.member, end, reason: reason))
  }

  func received(_ batch: UnsafeRawBufferPointer, from link: SimulatedLink) {
    client?.receive(batch, from: link)
  }

  // MARK: - Calls of the store

  func callSoon() {
    guard !isCallDue, machine.hasCalls else { return }
    isCallDue = true
    // The thread that makes them may be at something else.
    let isBusy = world.number(1...8) == 1
    world.time.after(world.number(0...(isBusy ? 5_000 : 50))) { [weak self] in
      self?.isCallDue = false
      self?.makeCalls()
    }
  }

  private func makeCalls() {
    while let call = machine.nextCall() {
      switch call {
      case .placed(let lane, let member):
        if let link = links[member] { client?.placed(lane, on: link) }
      case .lost(let member, let end, let reason, _):
        if let link = links[member] {
          client?.lost(link, end, reason: reason, nowMilliseconds: world.time.milliseconds)
        }
        links[member] = nil
      case .move(let lane, let interrupts):
        world.note("move", interrupts ? "late" : "in time", "told")
        client?.move(lane, interrupts: interrupts)
      case .note(let text):
        notes.append(text)
      case .unhostable(let lane, let reason):
        client?.unhostable(lane, reason: reason)
      case .report(let message):
        reports.append(message)
      }
    }
    change { _ in }
  }

  private func tick() {
    guard !isFinished else { return }
    handle(.tick)
    watchOutage()
    let now = world.time.milliseconds
    for link in links.values.sorted(by: { $0.member < $1.member }) {
      link.handle(.ask)
      link.handle(.tick)
      if link.isInSession, let reason = client?.checkProgress(of: link, nowMilliseconds: now) {
        world.note("progress", "too long", "tick")
        link.sayGoodbye()
        link.handle(.dropped(.hung, reason: reason))
      }
    }
    makeCalls()
    world.time.after(Self.tickMicroseconds) { [weak self] in self?.tick() }
  }
}
