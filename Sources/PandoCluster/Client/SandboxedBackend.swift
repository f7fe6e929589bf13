import Logging
import Pando
import PandoHosting
import Synchronization

/// The backends of one store: one for its features without a sandbox, and one for those of each sandbox. What a feature's
/// lane has is for that one to say; none knows of the others, nor has a worker of theirs.
///
/// Those that the store's tree is known to need begin with the store. Another begins with the first lane that asks for it:
/// on a thread of its own, since the store holds its lock then and whoever is told of a failure runs code of the user's.
final class SandboxedBackend: HostingBackend {
  /// Makes the backend for a sandbox, or for none. Of the first, the store's figures are told.
  typealias Make = @Sendable (_ sandbox: Sandbox?, _ isFirst: Bool) throws -> any HostingBackend

  /// Whose the workers are.
  enum Workers {
    /// The store's own.
    case own
    /// A pool's, which this program has.
    case pool
    /// Somebody else's, who says what they may do.
    case others
  }

  private struct Request {
    let lane: LaneID
    let feature: any HostedFeature
    let group: LaneGroup?
    let place: LanePlace
  }

  /// A backend that begins, and the lanes that wait for that.
  private struct Opening {
    var requests: [Request] = []
    let end = ThreadEnd()
  }

  private struct State {
    /// In the order in which they began.
    var backends: [(sandbox: Sandbox?, backend: any HostingBackend)] = []
    var openings: [Sandbox?: Opening] = [:]
    /// The sandboxes of lanes that have one.
    var sandboxes: [LaneID: Sandbox] = [:]
    var client: (any HostingClient)?
    var dependencies = DependencyValues()
    var isStopped = false
    /// The sandboxes of which people know that others' workers have none.
    var told: Set<Sandbox> = []
  }

  private let workersAre: Workers
  private let makeBackend: Make
  private let state = Mutex(State())

  init(_ workers: Workers, _ make: @escaping Make) {
    workersAre = workers
    makeBackend = make
  }

  // MARK: - Backends

  func start(
    client: any HostingClient, features: [any HostedFeature], dependencies: DependencyValues
  ) {
    state.withLock { state in
      state.client = client
      state.dependencies = dependencies
    }
    var sandboxes: [Sandbox?] = []
    for feature in features {
      let sandbox = profile(of: feature)
      if !sandboxes.contains(sandbox) { sandboxes.append(sandbox) }
    }
    features.forEach(tellIfUnconfined)
    for sandbox in sandboxes.isEmpty ? [nil] : sandboxes {
      let backend = make(sandbox, isFirst)
      state.withLock { $0.backends.append((sandbox, backend)) }
      backend.start(
        client: client, features: features.filter { profile(of: $0) == sandbox },
        dependencies: dependencies)
    }
  }

  private func make(_ sandbox: Sandbox?, _ isFirst: Bool) -> any HostingBackend {
    do {
      return try makeBackend(sandbox, isFirst)
    } catch {
      return UnavailableBackend(reason: "\(error)", sandbox: sandbox)
    }
  }

  /// Returns the sandbox that a feature's worker is to have: where it has none of this program's, no other than that of
  /// whoever runs it.
  private func profile(of feature: any HostedFeature) -> Sandbox? {
    let mayBeOthers = workersAre == .others && feature.sandbox?.enforcement == .bestEffort
    return mayBeOthers ? nil : feature.sandbox
  }

  /// Says once of a sandbox that it is not enforced where others run the workers. Calls log handlers.
  private func tellIfUnconfined(_ feature: any HostedFeature) {
    guard let sandbox = feature.sandbox, profile(of: feature) == nil,
      state.withLock({ $0.told.insert(sandbox).inserted })
    else { return }
    Logger(label: "pando.workers").warning(
      "the sandbox of \(feature.descriptor.name) is not enforced: others run its workers",
      metadata: ["sandbox": "\(sandbox)"])
  }

  private var isFirst: Bool { state.withLock { $0.backends.isEmpty } }

  private func backend(of lane: LaneID) -> (any HostingBackend)? {
    state.withLock { state in
      let sandbox = state.sandboxes[lane]
      return state.backends.first { $0.sandbox == sandbox }?.backend
    }
  }

  private func backend(of link: any HostingLink) -> (any HostingBackend)? {
    backends.first { $0.owns(link) }
  }

  private var backends: [any HostingBackend] { state.withLock { $0.backends.map(\.backend) } }

  /// Begins a backend that a lane of a feature has asked for, whatever has become of that lane.
  private func open(_ sandbox: Sandbox?, for feature: any HostedFeature) {
    let (client, dependencies, isFirst) = state.withLock { state in
      (state.client, state.dependencies, state.backends.isEmpty)
    }
    if let client {
      let backend = make(sandbox, isFirst)
      tellIfUnconfined(feature)
      backend.start(client: client, features: [feature], dependencies: dependencies)
      while let lane = placeNext(sandbox, on: backend) {
        if let link = lane.link { client.placed(lane.id, on: link) }
      }
      if state.withLock({ $0.isStopped }) { backend.stop() }
    }
    state.withLock { $0.openings[sandbox] }?.end.finish()
  }

  /// Places the next lane that waits for a backend; nil where none does any more, and others need not wait. With the lock
  /// held, so that a lane which ends meanwhile ends for the backend too.
  private func placeNext(
    _ sandbox: Sandbox?, on backend: any HostingBackend
  ) -> (id: LaneID, link: (any HostingLink)?)? {
    state.withLock { state in
      guard let requests = state.openings[sandbox]?.requests, let next = requests.first else {
        state.backends.append((sandbox, backend))
        return nil
      }
      state.openings[sandbox]?.requests.removeFirst()
      return (
        next.lane,
        backend.place(next.lane, next.feature, group: next.group, in: next.place)
      )
    }
  }

  // MARK: - Lanes

  func place(
    _ lane: LaneID, _ feature: any HostedFeature, in place: LanePlace
  ) -> (any HostingLink)? {
    self.place(lane, feature, group: nil, in: place)
  }

  func place(
    _ lane: LaneID, _ feature: any HostedFeature, group: LaneGroup?, in place: LanePlace
  ) -> (any HostingLink)? {
    let sandbox = profile(of: feature)
    let (backend, isToOpen) = state.withLock { state -> ((any HostingBackend)?, Bool) in
      if let sandbox { state.sandboxes[lane] = sandbox }
      if let backend = state.backends.first(where: { $0.sandbox == sandbox })?.backend {
        return (backend, false)
      }
      if state.isStopped { return (nil, false) }
      let isToOpen = state.openings[sandbox] == nil
      state.openings[sandbox, default: Opening()].requests.append(
        Request(lane: lane, feature: feature, group: group, place: place))
      return (nil, isToOpen)
    }
    if isToOpen {
      _ = ServiceThread(name: "pando-sandbox") { [self] in open(sandbox, for: feature) }
    }
    return backend?.place(lane, feature, group: group, in: place)
  }

  func ended(_ lane: LaneID) {
    let backend = state.withLock { state in
      let sandbox = state.sandboxes.removeValue(forKey: lane)
      state.openings[sandbox]?.requests.removeAll { $0.lane == lane }
      return state.backends.first { $0.sandbox == sandbox }?.backend
    }
    backend?.ended(lane)
  }

  func move(_ lane: LaneID) -> (any HostingLink)? { backend(of: lane)?.move(lane) }

  func effects(of lane: LaneID, _ sequence: SequenceNumber) -> [HostedEffectStatus] {
    backend(of: lane)?.effects(of: lane, sequence) ?? []
  }

  // MARK: - Workers

  func drains(_ link: any HostingLink, withinMilliseconds milliseconds: Int) {
    backend(of: link)?.drains(link, withinMilliseconds: milliseconds)
  }

  func undrained(_ link: any HostingLink) { backend(of: link)?.undrained(link) }

  func processID(of link: any HostingLink) -> Int32? { backend(of: link)?.processID(of: link) }

  var makesRoomByItself: Bool { true }

  var sharesWorkers: Bool { workersAre != .own }

  var commitTimes: ReduceTimes? { backends.first?.commitTimes }

  var workers: [HostedWorker] { backends.flatMap(\.workers) }

  // MARK: - The end

  func stop() {
    let backends = state.withLock { state in
      state.isStopped = true
      state.client = nil
      for sandbox in state.openings.keys { state.openings[sandbox]?.requests.removeAll() }
      return state.backends.map(\.backend)
    }
    for backend in backends { backend.stop() }
  }

  func finish() async {
    let openings = state.withLock { $0.openings.values.map(\.end) }
    for end in openings { await end.wait() }
    for backend in backends { await backend.finish() }
  }
}
