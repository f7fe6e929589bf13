package import Pando
package import PandoHosting
import Synchronization

/// Workers in the store's own thread, whose messages arrive when a seed says so.
///
/// Messages of one worker keep their order; between workers any order may come. A worker can crash at
/// any step, with everything that was under way to and from it, and another takes its place.
package final class SimulatedCluster: HostingBackend {
  /// The way in which lanes that ask for a worker are met.
  package enum Welcome: Sendable {
    case hosted
    /// The worker says that it cannot host them.
    case refused
    /// No worker has a place: they wait.
    case unplaced
  }

  private struct State {
    var welcome = Welcome.hosted
    var endsRefused = false
    /// The lanes that wait for a worker, in the order in which they asked.
    var waiting: [LaneID] = []
    var workers: [SimulatedWorker] = []
    var generator: SeededGenerator
    var client: (any HostingClient)?
    var features: [FeatureDescriptor: any HostedFeature] = [:]
    var dependencies = DependencyValues()
    var started = 0
    /// The worker of each lane, and those that wait to move.
    var places: [LaneID: SimulatedWorker] = [:]
    var moves: Set<LaneID> = []
  }

  private let state: Mutex<State>
  private let executor: SimulatedExecutor
  private let count: Int
  private let onTrace: (@Sendable (HostTrace) -> Void)?

  /// A cluster of `count` workers whose effects run on `executor`.
  package init(
    count: Int, seed: UInt64, executor: SimulatedExecutor,
    onTrace: (@Sendable (HostTrace) -> Void)? = nil
  ) {
    self.count = count
    self.executor = executor
    self.onTrace = onTrace
    state = Mutex(State(generator: SeededGenerator(seed: seed)))
  }

  // MARK: - For the store

  package func start(
    client: any HostingClient, features: [any HostedFeature], dependencies: DependencyValues
  ) {
    state.withLock { state in
      state.client = client
      state.dependencies = dependencies
      for feature in features { state.features[feature.descriptor] = feature }
    }
    for _ in 0..<count { addWorker() }
  }

  package func place(
    _ lane: LaneID, _ feature: any HostedFeature, in place: LanePlace
  ) -> (any HostingLink)? {
    state.withLock { state in
      state.features[feature.descriptor] = feature
      if state.welcome == .unplaced {
        state.waiting.append(lane)
        return nil
      }
      let worker = state.workers.randomElement(using: &state.generator)
      state.places[lane] = worker
      state.moves.remove(lane)
      return worker
    }
  }

  package func move(_ lane: LaneID) -> (any HostingLink)? {
    state.withLock { state in
      guard state.moves.remove(lane) != nil, let former = state.places[lane] else { return nil }
      let others = state.workers.filter { $0 !== former }
      guard let worker = others.randomElement(using: &state.generator) else { return nil }
      state.places[lane] = worker
      return worker
    }
  }

  package func ended(_ lane: LaneID) {
    state.withLock { state in
      state.places[lane] = nil
      state.moves.remove(lane)
      state.waiting.removeAll { $0 == lane }
    }
  }

  package var workers: [HostedWorker] { [] }

  package func stop() {
    let workers = state.withLock { state in
      state.client = nil
      defer { state.workers = [] }
      return state.workers
    }
    for worker in workers { worker.session.end() }
  }

  package func finish() async {}

  // MARK: - For the simulation

  /// The way in which lanes that ask for a worker are met from now on.
  package var welcome: Welcome {
    get { state.withLock { $0.welcome } }
    set { state.withLock { $0.welcome = newValue } }
  }

  /// True if a worker that the store gives up ends, and another takes its place; else `step()` throws.
  package var endsRefused: Bool {
    get { state.withLock { $0.endsRefused } }
    set { state.withLock { $0.endsRefused = newValue } }
  }

  /// The number of workers that were started.
  package var startCount: Int { state.withLock { $0.started } }

  /// The lanes that wait for a worker.
  package var waitingLanes: [LaneID] { state.withLock { $0.waiting } }

  /// Gives all lanes that wait a worker.
  package func placeWaiting() {
    let (lanes, worker, client) = state.withLock { state in
      defer { state.waiting = [] }
      return (state.waiting, state.workers.randomElement(using: &state.generator), state.client)
    }
    guard let worker else { return }
    for lane in lanes {
      state.withLock { $0.places[lane] = worker }
      client?.placed(lane, on: worker)
    }
  }

  /// Says of all lanes that wait that no worker will host them.
  package func giveUpWaiting() {
    let (lanes, client) = state.withLock { state in
      defer { state.waiting = [] }
      return (state.waiting, state.client)
    }
    for lane in lanes { client?.unhostable(lane, reason: "there are no workers") }
  }

  /// Lets one batch arrive somewhere, as the seed decides. Returns false when nothing is under way.
  package func step() throws(HostingRefusal) -> Bool {
    let (workers, client) = state.withLock { state in
      (state.workers.shuffled(using: &state.generator), state.client)
    }
    for worker in workers {
      if let refusal = worker.refusal {
        guard endsRefused else { throw HostingRefusal(reason: refusal) }
        end(worker, .refused, reason: refusal)
        return true
      }
      let clientFirst = state.withLock { $0.generator.chance(oneIn: 2) }
      if clientFirst, let batch = worker.takeForClient() {
        batch.withUnsafeBytes { client?.receive($0, from: worker) }
        return true
      }
      if try worker.deliverToWorker() { return true }
      if let batch = worker.takeForClient() {
        batch.withUnsafeBytes { client?.receive($0, from: worker) }
        return true
      }
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

  /// Kills a worker with everything that is under way, and starts another. By default nobody takes what
  /// it was reducing for the cause.
  package func crash(_ end: LinkEnd = .left) {
    let victim = state.withLock { $0.workers.randomElement(using: &$0.generator) }
    if let victim { self.end(victim, end, reason: "it crashed") }
  }

  private func end(_ victim: SimulatedWorker, _ end: LinkEnd, reason: String) {
    let client = state.withLock { state in
      state.workers.removeAll { $0 === victim }
      return state.client
    }
    victim.clear()
    victim.session.end()
    addWorker()
    client?.lost(victim, end, reason: reason, nowMilliseconds: nil)
  }

  /// Has all lanes of one worker move to others, as soon as they run no effects.
  package func drain() {
    let (lanes, client) = state.withLock { state -> ([LaneID], (any HostingClient)?) in
      guard let worker = state.workers.randomElement(using: &state.generator) else {
        return ([], nil)
      }
      let lanes = state.places.filter { $0.value === worker }.keys
        .sorted { $0.rawValue < $1.rawValue }
      state.moves.formUnion(lanes)
      return (lanes, state.client)
    }
    for lane in lanes { client?.move(lane, interrupts: false) }
  }

  private func addWorker() {
    let (number, dependencies) = state.withLock { state in
      state.started += 1
      return (state.started, state.dependencies)
    }
    let session = HostSession(
      findFeature: { [weak self] descriptor throws(HostingRefusal) in
        guard
          let feature = self?.state.withLock({ state in
            state.welcome == .refused ? nil : state.features[descriptor]
          })
        else {
          throw HostingRefusal(reason: "\(descriptor) is not hosted here")
        }
        return feature
      },
      dependencies: dependencies,
      executor: executor,
      onOutput: {},
      onReport: { preconditionFailure($0) },
      onTrace: onTrace)
    let worker = SimulatedWorker(name: "worker \(number)", session: session)
    state.withLock { $0.workers.append(worker) }
  }
}
