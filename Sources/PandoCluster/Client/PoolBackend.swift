import Glibc
import IssueReporting
import Logging
import Pando
import PandoHosting
import Synchronization
import ZeroMQ

/// The workers of one store: spawned from a binary, running elsewhere, or named by a coordinator.
///
/// `PoolMachine` decides everything. Two threads act on it: the supervisor, which never runs code of a
/// user, starts and watches workers and keeps the time; the link loop's thread receives from workers
/// and makes every call of the store, in the order in which the machine gave them.
final class PoolBackend: HostingBackend {
  enum Source {
    case spawned(Int, WorkerBinary, WorkerStart, SocketFolder)
    /// Workers that somebody else runs.
    case connected([Endpoint])
    case coordinated(CoordinatorClient)

    /// The sandbox of the workers; nil where they have the rights of whoever started them.
    var confinement: Confinement? {
      if case .spawned(_, _, let start, _) = self { start.confinement } else { nil }
    }

    /// True if a worker has the name of the one whose place it takes.
    var keepsNames: Bool { if case .coordinated = self { false } else { true } }

    /// Gives back what belongs to a pool that cannot be made.
    func discard() {
      switch self {
      case .spawned(_, _, _, let folder): folder.remove()
      case .connected: break
      case .coordinated(let client): ControlExecutor.run { await client.shutdown() }
      }
    }
  }

  struct State {
    var machine: PoolMachine
    var links: [MemberID: WorkerLink] = [:]
    var processIDs: [MemberID: Int32] = [:]
    /// The workers that were lost, by the name of their place; not of those that a coordinator names, which
    /// come without end.
    var losses: [String: (count: Int, reason: String)] = [:]
    var lossCounts = LossCounts()
    /// The members that said welcome, and whose loss the store has not heard of.
    var readyLinks: Set<MemberID> = []
    /// The welcomes of confined workers that came before it was known which processes they are.
    var unchecked: [MemberID: Welcome] = [:]
    /// The processor time that confined workers take, where it has a limit.
    var meters: [MemberID: ProcessorMeter] = [:]
    /// The crashes that are to be logged.
    var crashes = CrashLog()
    var codingAdvice = CodingAdvice()
    var client: (any HostingClient)?
    var hello = Hello(name: "", features: [])
  }

  /// Guards the machine and what belongs to it. Nothing that waits is done while it is held; the
  /// inboxes of the two threads are filled under it, so that directives keep their order.
  let state: Mutex<State>
  let source: Source
  let loop: LinkLoop
  let supervisor: Supervisor
  /// The supervisor's thread alone uses it.
  let watch: LinkWatch
  let logger = Logger(label: "pando.workers")
  let limits: LinkMachine.Limits
  let keys: LinkKeys
  /// The batches that came, and the time that commits took.
  let commits = BatchFigures()
  /// True if somebody takes metrics: the time of batches is told only then.
  let isMeasured = MetricsCollector.shared.isOn
  let build: BuildPreference

  init(
    _ source: Source, keys: ClusterKeys, limits: LinkMachine.Limits,
    poolLimits: PoolLimits = PoolLimits(), build: BuildPreference = .none
  ) throws {
    // Its own, libzmq's, those that keep in touch and print, and some for the rest of the program.
    try ThreadLimit.require(16, to: "use workers")
    self.source = source
    self.build = build
    self.limits = limits
    self.keys = LinkKeys(keys, logger: logger)
    let poolSource: PoolMachine.Source =
      switch source {
      case .spawned(let count, let binary, _, _): .spawned(count, knowsRole: binary.knowsRole)
      case .connected(let endpoints): .connected(endpoints.map { "the worker at \($0)" })
      case .coordinated: .coordinated
      }
    let machine = PoolMachine(
      poolSource, limits: poolLimits, build: build, sandbox: source.confinement?.name)
    state = Mutex(State(machine: machine))
    DescriptorLimit.raiseQuietly()
    loop = try LinkLoop(limits: limits)
    watch = LinkWatch(loop)
    supervisor = try Supervisor()
    if case .connected(let endpoints) = source {
      for endpoint in endpoints where endpoint.needsKeys {
        try self.keys.load(to: "connect to the worker at \(endpoint)")
      }
    }
    self.keys.onChange { [weak self] keyring in self?.distrust(keyring) }
  }

  /// Changes the state, and has the machine's directives carried out.
  @discardableResult
  func change<Result: Sendable>(_ body: (inout State) -> sending Result) -> Result {
    state.withLock { state in
      let result = body(&state)
      while case let directives = state.machine.takeDirectives(), !directives.isEmpty {
        for directive in directives { carryOut(directive, &state) }
      }
      if state.machine.hasCalls { loop.callSoon() }
      return result
    }
  }

  func handle(_ event: PoolEvent) {
    change { $0.machine.handle(event, now: MonotonicClock.nowMilliseconds()) }
    // What is due may have changed.
    supervisor.wake()
  }

  private func carryOut(_ directive: PoolDirective, _ state: inout State) {
    switch directive {
    case .spawn(let member, let name): spawn(member, name, &state)
    case .connect(let member, let index):
      if case .connected(let endpoints) = source {
        open(member, "the worker at \(endpoints[index])", endpoints[index], nil, &state)
      }
    case .open(let member, let worker):
      do throws(ZeroMQError) {
        open(member, worker.name, try Endpoint(worker.endpoint), worker.key, &state)
      } catch {
        state.machine.handle(
          .linkEnded(member, .left, reason: "the coordinator named no usable endpoint: \(error)"),
          now: MonotonicClock.nowMilliseconds())
      }
    case .end(let member):
      supervisor.post(.end(member))
      if let link = state.links[member] {
        loop.post(.drop(link, .left, reason: "it is not needed any more"))
      }
    case .kill(let member):
      supervisor.post(.kill(member))
    case .finishLink(let member, let end, let reason):
      if let link = state.links[member] { loop.post(.exited(link, end, reason: reason)) }
    case .closeLink(let member, let reason):
      if let link = state.links[member] { loop.post(.drop(link, .died, reason: reason)) }
    case .find(let lane, let wish, let avoided):
      if case .coordinated(let client) = source { find(lane, wish, avoided, client) }
    case .reportDead(let worker, let life):
      if case .coordinated(let client) = source {
        ControlExecutor.run { try? await client.report(dead: worker, life: life) }
      }
    }
  }

  private func spawn(_ member: MemberID, _ name: String, _ state: inout State) {
    guard case .spawned(_, let binary, let start, let folder) = source else { return }
    do {
      let own = try start.confinement.map { _ in try folder.makeFolder(of: member) }
      let path = own.map(SocketFolder.socketPath) ?? folder.socketPath(of: member)
      let endpoint = try Endpoint.ipc(path: path)
      supervisor.post(
        .spawn(
          Supervisor.Request(
            member: member, name: name, executable: binary.path,
            arguments: SpawnedWorker(
              endpoint: endpoint.description, name: name, rest: start.arguments
            ).arguments,
            start: start, socketFolder: own)))
      open(member, name, endpoint, nil, &state)
    } catch {
      state.machine.handle(
        .exited(member, .unstartable(reason: "\(error)")), now: MonotonicClock.nowMilliseconds())
    }
  }

  private func open(
    _ member: MemberID, _ name: String, _ endpoint: Endpoint, _ key: String?,
    _ state: inout State
  ) {
    do throws(Distrust) {
      let link = loop.makeLink(
        member, name: name, endpoint: endpoint, paths: try keys.paths(to: endpoint, key),
        hasProcess: !sharesWorkers, hasOneLane: source.confinement?.sandbox.sharing == .never)
      state.links[member] = link
      loop.post(.open(link))
    } catch {
      // Later: what comes of it, such as the next attempt, wakes the supervisor.
      ControlExecutor.run { [self] in
        logger.debug("\(error.reason)")
        handle(.linkEnded(member, .left, reason: error.reason))
      }
    }
  }

  // MARK: - For the store

  func start(
    client: any HostingClient, features: [any HostedFeature], dependencies: DependencyValues
  ) {
    declare(features, dependencies)
    change { state in
      state.client = client
      state.hello = Hello(
        name: "process \(getpid())", build: build.id, features: features.map(\.descriptor))
    }
    loop.start(delegate: self)
    supervisor.start(delegate: self)
    handle(.start)
    MetricsCollector.shared.add(self)
  }

  func place(
    _ lane: LaneID, _ feature: any HostedFeature, group: LaneGroup?, in place: LanePlace
  ) -> (any HostingLink)? {
    let now = MonotonicClock.nowMilliseconds()
    let longestRest = PoolMachine.longestRestMilliseconds
    let rest = place == .quarantine ? Int.random(in: 0..<longestRest) : 0
    let link = change { state -> WorkerLink? in
      state.machine.place(
        lane, feature.descriptor, labels: labels(for: feature), group: group, in: place,
        restMilliseconds: rest, now: now
      )
      .flatMap { state.links[$0] }
    }
    if link == nil { supervisor.wake() }
    return link
  }

  /// `pando-links` commits, `pando-supervise` replaces workers, `pando-control` asks coordinators. All tasks that take
  /// part prefer the last of them, so that none waits for the concurrency pool.
  var makesRoomByItself: Bool { true }

  var sharesWorkers: Bool { if case .spawned = source { false } else { true } }

  func ended(_ lane: LaneID) {
    let now = MonotonicClock.nowMilliseconds()
    let isTickDue = change { state in
      state.machine.handle(.ended(lane), now: now)
      return state.machine.isTickDue(now)
    }
    if isTickDue { supervisor.wake() }
  }

  func move(_ lane: LaneID) -> (any HostingLink)? {
    let now = MonotonicClock.nowMilliseconds()
    let (link, isTickDue) = change { state in
      (state.machine.move(lane).flatMap { state.links[$0] }, state.machine.isTickDue(now))
    }
    if isTickDue { supervisor.wake() }
    return link
  }

  func stop() {
    change { state in
      state.machine.handle(.stop, now: MonotonicClock.nowMilliseconds())
      state.client = nil
    }
    loop.stop()
    supervisor.stop()
  }

  func finish() async {
    await loop.wait()
    await supervisor.wait()
    logCrashes(all: true)
    if case .coordinated(let client) = source { await client.shutdown() }
  }
}
