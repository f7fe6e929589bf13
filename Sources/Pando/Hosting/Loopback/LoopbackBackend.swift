import IssueReporting
import PandoBase
package import PandoHosting
import Synchronization

/// Hosts features in the client's own process, through the same machines and codec.
///
/// Its workers answer at once, which is `Hosting.inProcess`, or step by step. Then they stand in for other
/// processes: whoever takes the steps decides in which order messages arrive, and which worker ends.
package final class LoopbackBackend: HostingBackend {
  package enum Pace: Sendable {
    case atOnce
    /// `onWork` is called when a worker has something to do, with the store's lock held or not. The
    /// effects of workers run on `executor`.
    case inSteps(
      executor: any TaskExecutor, onWork: @Sendable (LoopbackBackend) -> Void = { _ in })
  }

  /// The way in which lanes that ask for a worker are met.
  package enum Welcome: Sendable {
    case hosted
    /// The worker says that it cannot host them.
    case refused
    /// No worker has a place: they wait.
    case unplaced
  }

  private struct Guarded {
    weak var client: (any HostingClient)?
    var dependencies = DependencyValues()
    var features: [FeatureDescriptor: any HostedFeature] = [:]
    /// By slot. One that has ended gets a successor with the next lane for its slot.
    var workers: [LoopbackWorker?]
    /// The numbers of workers and of places that there were.
    var startCount = 0
    var placeCount = 0
    /// Draws the slots of lanes; nil where the slots take turns.
    var generator: SeededGenerator?
    var welcome = Welcome.hosted
    /// True in a program, whose features' sandboxes this process cannot have.
    var refusesSandboxes = false
    var places: [LaneID: LoopbackWorker] = [:]
    /// The lanes that wait for a worker, in the order in which they asked.
    var waiting: [LaneID] = []
  }

  private let pace: Pace
  /// The reporters of whoever made the store, which makes the backend of `Hosting.inProcess` as it is made.
  private let reporters = IssueReporters.current
  private let guarded: Mutex<Guarded>

  /// - Parameters:
  ///   - workers: The number of workers at a time.
  ///   - seed: Decides which worker gets a lane; nil has them take turns.
  package init(workers: Int = 1, seed: UInt64? = nil, pace: Pace = .atOnce) {
    self.pace = pace
    guarded = Mutex(
      Guarded(
        workers: Array(repeating: nil, count: workers),
        generator: seed.map { SeededGenerator(seed: $0) }))
  }

  // MARK: - For the store

  package func start(
    client: any HostingClient, features: [any HostedFeature], dependencies: DependencyValues
  ) {
    guarded.withLock { guarded in
      precondition(guarded.client == nil, "a HostingFaults serves one store at a time")
      guarded.client = client
      guarded.dependencies = dependencies
      if case .atOnce = pace { guarded.refusesSandboxes = dependencies.context == .live }
    }
  }

  package func place(
    _ lane: LaneID, _ feature: any HostedFeature, group: LaneGroup?, in place: LanePlace
  ) -> (any HostingLink)? {
    guarded.withLock { guarded in
      guarded.features[feature.descriptor] = feature
      if guarded.welcome == .unplaced {
        guarded.waiting.append(lane)
        return nil
      }
      return self.place(lane, &guarded)
    }
  }

  package func move(_ lane: LaneID) -> (any HostingLink)? {
    guarded.withLock { guarded in
      guard let former = guarded.places[lane] else { return nil }
      return place(lane, beside: former, &guarded)
    }
  }

  private func place(
    _ lane: LaneID, beside former: LoopbackWorker? = nil, _ guarded: inout Guarded
  ) -> LoopbackWorker? {
    let count = guarded.workers.count - (former == nil ? 0 : 1)
    guard let client = guarded.client, count > 0 else { return nil }
    var slot = guarded.placeCount % count
    if let drawn = guarded.generator?.next() { slot = Int(drawn % UInt64(count)) }
    if let former, slot >= former.slot { slot += 1 }
    guarded.placeCount += 1
    let worker = guarded.workers[slot] ?? makeWorker(slot, client, &guarded)
    guarded.places[lane] = worker
    return worker
  }

  private func makeWorker(
    _ slot: Int, _ client: any HostingClient, _ guarded: inout Guarded
  ) -> LoopbackWorker {
    guarded.startCount += 1
    var name = "the in-process host"
    var executor: (any TaskExecutor)?
    var onWork: (@Sendable () -> Void)?
    if case .inSteps(let itsExecutor, let body) = pace {
      name = "worker \(guarded.startCount) of the test"
      executor = itsExecutor
      onWork = { [weak self] in if let self { body(self) } }
    }
    let worker = LoopbackWorker(
      name: name, slot: slot, client: client, dependencies: guarded.dependencies,
      executor: executor, onWork: onWork, reporters: reporters,
      findFeature: { [weak self] descriptor throws(HostingRefusal) in
        let feature = self?.guarded.withLock { guarded in
          guarded.welcome == .refused ? nil : guarded.features[descriptor]
        }
        let refusesSandboxes = self?.guarded.withLock { $0.refusesSandboxes } ?? false
        guard let feature else { throw HostingRefusal(reason: "\(descriptor) is not hosted here") }
        if refusesSandboxes, feature.sandbox?.enforcement == .required {
          throw HostingRefusal(reason: "\(descriptor) \(Self.sandboxReason)")
        }
        return feature
      })
    guarded.workers[slot] = worker
    return worker
  }

  private static let sandboxReason = """
    declares a sandbox, which the program's own process cannot be put in. Give the store workers: \
    "$0.hosting = .workers(2)". In tests and previews it runs without one
    """

  package func ended(_ lane: LaneID) {
    guarded.withLock { guarded in
      guarded.places[lane] = nil
      guarded.waiting.removeAll { $0 == lane }
    }
  }

  package func effects(of lane: LaneID, _ sequence: SequenceNumber) -> [HostedEffectStatus] {
    livingWorkers.flatMap { $0.effects(of: lane, sequence) }
  }

  package var workers: [HostedWorker] { [] }

  package func stop() {
    let workers = guarded.withLock { guarded in
      guarded.client = nil
      guarded.features = [:]
      guarded.places = [:]
      guarded.waiting = []
      defer { guarded.workers = guarded.workers.map { _ in nil } }
      return guarded.workers
    }
    for case let worker? in workers { worker.stop() }
  }

  package func finish() async {}

  // MARK: - For whoever takes the steps

  /// The store that it serves.
  package var client: (any HostingClient)? { guarded.withLock { $0.client } }

  /// The workers that have not ended, by slot.
  package var livingWorkers: [LoopbackWorker] {
    guarded.withLock { $0.workers.compactMap(\.self) }
  }

  /// The number of workers that were started.
  package var startCount: Int { guarded.withLock { $0.startCount } }

  /// Brings the store the answers of a worker that are ready. Returns false when there are none.
  package func deliverAnswers(of worker: LoopbackWorker) -> Bool {
    guard let answers = worker.takeAnswers() else { return false }
    answers.withUnsafeBytes { client?.receive($0, from: worker) }
    return true
  }

  /// Ends a worker, and tells the store, which gives its lanes to others.
  package func end(_ worker: LoopbackWorker, _ end: LinkEnd, reason: String) {
    let client = guarded.withLock { guarded -> (any HostingClient)? in
      guard guarded.workers[worker.slot] === worker else { return nil }
      guarded.workers[worker.slot] = nil
      guarded.places = guarded.places.filter { $0.value !== worker }
      return guarded.client
    }
    worker.stop()
    client?.lost(worker, end, reason: reason, nowMilliseconds: nil)
  }

  /// Has all lanes of a worker move to others, as soon as they run no effects.
  package func drain(_ worker: LoopbackWorker) {
    let lanes = guarded.withLock { $0.places.filter { $0.value === worker }.keys }
    for lane in lanes.sorted(by: { $0.rawValue < $1.rawValue }) {
      client?.move(lane, interrupts: false)
    }
  }

  /// The way in which lanes that ask for a worker are met from now on.
  package var welcome: Welcome {
    get { guarded.withLock { $0.welcome } }
    set { guarded.withLock { $0.welcome = newValue } }
  }

  /// The lanes that wait for a worker.
  package var waitingLanes: [LaneID] { guarded.withLock { $0.waiting } }

  /// Gives the lane that has waited longest a worker. Returns false when none waits.
  package func placeNext() -> Bool {
    let next = guarded.withLock { guarded -> (LaneID, LoopbackWorker?)? in
      guard !guarded.waiting.isEmpty else { return nil }
      let lane = guarded.waiting.removeFirst()
      return (lane, place(lane, &guarded))
    }
    guard let (lane, worker) = next else { return false }
    if let worker { client?.placed(lane, on: worker) }
    return true
  }

  /// Says of all lanes that wait that no worker will host them.
  package func giveUpWaiting() {
    let lanes = guarded.withLock { guarded in
      defer { guarded.waiting = [] }
      return guarded.waiting
    }
    for lane in lanes { client?.unhostable(lane, reason: "there are no workers") }
  }
}
