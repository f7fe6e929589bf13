import Logging
import Pando
import PandoHosting
import Synchronization

/// The backends of one store: one for its features without a sandbox, and one for those of each sandbox. What a feature's
/// lane has is for that one to say; none knows of the others, nor has a worker of theirs.
///
/// Those that the store's tree is known to need begin with the store. Another begins with the first lane that asks for it:
/// on a thread of its own, since the store holds its lock then and whoever is told of a failure runs code of the user's.
///
/// Where a sandbox is not shared each lane has a backend of one worker, which ends with the lane. One more waits for the
/// next lane, unless the store uses a pool, as many stores do.
final class SandboxedBackend: HostingBackend {
  /// Makes the backend for a sandbox, or for none.
  typealias Make = @Sendable (_ sandbox: Sandbox?) throws -> any HostingBackend

  /// Whose the workers are.
  enum Workers {
    /// The store's own.
    case own
    /// A pool's, which this program has.
    case pool
    /// Somebody else's, who says what they may do.
    case others
  }

  let workersAre: Workers
  private let makeBackend: Make
  /// The time of commits, by feature; nil where the process has no metrics.
  let commitTimes =
    MetricsCollector.shared.isOn ? ReduceTimes { MonotonicClock.nowNanoseconds() } : nil
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
    for sandbox in sandboxes.isEmpty ? [nil] : sandboxes where keepsOne(of: sandbox) {
      let backend = make(sandbox)
      state.withLock { $0.backends.append(Begun(sandbox: sandbox, backend: backend)) }
      backend.start(
        client: client, features: features.filter { profile(of: $0) == sandbox },
        dependencies: dependencies)
    }
    MetricsCollector.shared.add(self)
  }

  var client: (any HostingClient)? { state.withLock { $0.client } }

  /// True if a backend is to be there for whoever comes next.
  private func keepsOne(of sandbox: Sandbox?) -> Bool {
    !Begun.isUnshared(sandbox) || workersAre != .pool
  }

  private func make(_ sandbox: Sandbox?) -> any HostingBackend {
    do {
      return try makeBackend(sandbox)
    } catch {
      let isLasting = (error as? SpawnError)?.isLasting != false
      return UnavailableBackend(reason: "\(error)", sandbox: sandbox, isLasting: isLasting)
    }
  }

  /// Returns the sandbox for which a feature's workers are started. Those of others run already, and say by a label what
  /// sandbox they have.
  private func profile(of feature: any HostedFeature) -> Sandbox? {
    guard workersAre == .others, let sandbox = feature.sandbox else { return feature.sandbox }
    return sandbox.sharing == .never && sandbox.enforcement == .required ? sandbox : nil
  }

  /// Says once of a sandbox that it is not enforced where others run the workers. Calls log handlers.
  private func tellIfUnconfined(_ feature: any HostedFeature) {
    guard let sandbox = feature.sandbox, workersAre == .others,
      sandbox.enforcement == .bestEffort, state.withLock({ $0.told.insert(sandbox).inserted })
    else { return }
    Logger(label: "pando.workers").warning(
      "the sandbox of \(feature.descriptor.name) is not enforced: others run its workers",
      metadata: ["sandbox": "\(sandbox)"])
  }

  private func backend(of lane: LaneID) -> (any HostingBackend)? {
    state.withLock { state in
      let sandbox = state.sandboxes[lane]
      return state.backends.first { $0.has(lane, sandbox) }?.backend
    }
  }

  func backend(of link: any HostingLink) -> (any HostingBackend)? {
    backends.first { $0.owns(link) }
  }

  var backends: [any HostingBackend] { state.withLock { $0.backends.map(\.backend) } }

  /// Begins a backend that a lane of a feature has asked for, whatever has become of that lane; where the sandbox is not
  /// shared one for each lane that waits, and one more.
  private func open(_ sandbox: Sandbox?, for feature: any HostedFeature, _ end: ThreadEnd) {
    tellIfUnconfined(feature)
    var isOver = false
    while !isOver {
      let (client, dependencies) = state.withLock { ($0.client, $0.dependencies) }
      guard let client, keepsOne(of: sandbox) || !closeIfDeserted(sandbox) else { break }
      let backend = make(sandbox)
      // Why there is none for the next lane, nobody has to hear before that comes.
      if Begun.isUnshared(sandbox), backend is UnavailableBackend, closeIfDeserted(sandbox) {
        backend.stop()
        break
      }
      backend.start(client: client, features: [feature], dependencies: dependencies)
      isOver = true
      while isOver, let lane = placeNext(sandbox, on: backend) {
        if let link = lane.link { client.placed(lane.id, on: link) }
        isOver = !lane.isForItself
      }
      if state.withLock({ $0.isStopped }) { backend.stop() }
    }
    state.withLock { state in
      if state.openings[sandbox]?.end === end { state.openings[sandbox] = nil }
    }
    end.finish()
  }

  /// Ends the opening where no lane waits for a backend: those that come next ask for another. Returns whether it has.
  private func closeIfDeserted(_ sandbox: Sandbox?) -> Bool {
    state.withLock { state in
      guard state.openings[sandbox]?.requests.isEmpty != false else { return false }
      state.openings[sandbox] = nil
      return true
    }
  }

  /// Places the next lane that waits for a backend; nil where none does any more, and others need not wait. With the lock
  /// held, so that a lane which ends meanwhile ends for the backend too.
  private func placeNext(
    _ sandbox: Sandbox?, on backend: any HostingBackend
  ) -> (id: LaneID, link: (any HostingLink)?, isForItself: Bool)? {
    state.withLock { state in
      var begun = Begun(sandbox: sandbox, backend: backend)
      guard let next = state.openings[sandbox]?.requests.first else {
        state.backends.append(begun)
        state.openings[sandbox] = nil
        return nil
      }
      state.openings[sandbox]?.requests.removeFirst()
      let isForItself = Begun.isUnshared(sandbox) && !begun.isUnavailableForAll
      if isForItself {
        begun.lane = next.lane
        state.backends.append(begun)
      }
      return (
        next.lane, backend.place(next.lane, next.feature, group: next.group, in: next.place),
        isForItself
      )
    }
  }

  // MARK: - Lanes

  func place(
    _ lane: LaneID, _ feature: any HostedFeature, group: LaneGroup?, in place: LanePlace
  ) -> (any HostingLink)? {
    let sandbox = profile(of: feature)
    var failed: (any HostingBackend)?
    let (backend, opening) = state.withLock { state -> ((any HostingBackend)?, ThreadEnd?) in
      if let sandbox { state.sandboxes[lane] = sandbox }
      if let begun = state.backends.first(where: { $0.has(lane, sandbox) }) {
        return (begun.backend, nil)
      }
      if let index = state.backends.firstIndex(where: { $0.isFree(for: sandbox) }) {
        if !state.backends[index].hasFailed {
          state.backends[index].lane = lane
          return (state.backends[index].backend, state.open(sandbox))
        }
        failed = state.beginEnd(at: index)
      }
      if state.isStopped { return (nil, nil) }
      let opening = state.open(sandbox)
      state.openings[sandbox]?.requests.append(
        Request(lane: lane, feature: feature, group: group, place: place))
      return (nil, opening)
    }
    if let opening {
      _ = ServiceThread(name: "pando-sandbox") { [self] in open(sandbox, for: feature, opening) }
    }
    if let failed { end(failed) }
    return backend?.place(lane, feature, group: group, in: place)
  }

  func ended(_ lane: LaneID) {
    let (backend, isOver) = state.withLock { state -> ((any HostingBackend)?, Bool) in
      let sandbox = state.sandboxes.removeValue(forKey: lane)
      state.openings[sandbox]?.requests.removeAll { $0.lane == lane }
      guard let index = state.backends.firstIndex(where: { $0.has(lane, sandbox) }) else {
        return (nil, false)
      }
      let begun = state.backends[index]
      let isOver = begun.lane == lane
      return (isOver ? state.beginEnd(at: index) : begun.backend, isOver)
    }
    guard let backend else { return }
    backend.ended(lane)
    if isOver { end(backend) }
  }

  /// Ends a backend whose only lane has ended.
  private func end(_ backend: any HostingBackend) {
    backend.stop()
    ControlExecutor.run { [self] in
      await backend.finish()
      state.withLock { $0.ending[ObjectIdentifier(backend)] = nil }
    }
  }

  func move(_ lane: LaneID) -> (any HostingLink)? { backend(of: lane)?.move(lane) }

  func effects(of lane: LaneID, _ sequence: SequenceNumber) -> [HostedEffectStatus] {
    backend(of: lane)?.effects(of: lane, sequence) ?? []
  }

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
    let ending = state.withLock { Array($0.ending.values) }
    for backend in backends + ending { await backend.finish() }
  }
}
