import ClusterFeatures
import Pando
import PandoHosting
import Synchronization
import Testing

@testable import PandoCluster

@Suite("The backends of a store's sandboxes", .timeLimit(.minutes(1)))
struct SandboxedBackendTests {
  private struct Feature: HostedFeature {
    let descriptor = FeatureDescriptor(
      name: "Test", state: .init(of: Int.self), action: .init(of: Int.self))
    let labels: [String] = []
    let dependencies: [any DeclaredDependency] = []
    let partsOfCodableAlone: [CodablePart] = []
    let sandbox: Sandbox?

    func makeHost(
      _ request: OpenRequest, snapshot: [UInt8], session: HostSession
    ) throws -> AnyHost { throw CancellationError() }

    func contains(_ origin: Origin, in state: UnsafeMutableRawPointer) -> Bool { false }
  }

  private final class Link: HostingLink {
    let name = "a worker of the test"
    let batchBytes = 1_000
    func refuse(reason: String) {}
    func noteCrash(by culprit: Culprit) {}
    func send(_ batch: UnsafeRawBufferPointer) -> [UInt8]? { nil }
    func countCommits(_ count: Int) {}
  }

  /// Notes what it is told.
  private final class Backend: HostingBackend {
    struct Notes {
      var features: Int?
      var placed: [LaneID] = []
      var ended: [LaneID] = []
      var drained = 0
      var isStopped = false
      var isFinished = false
    }

    let link = Link()
    private let state = Mutex(Notes())
    var notes: Notes { state.withLock { $0 } }

    func start(
      client: any HostingClient, features: [any HostedFeature], dependencies: DependencyValues
    ) {
      state.withLock { $0.features = features.count }
    }

    func place(
      _ lane: LaneID, _ feature: any HostedFeature, group: LaneGroup?, in place: LanePlace
    ) -> (any HostingLink)? {
      state.withLock { $0.placed.append(lane) }
      return link
    }

    func owns(_ link: any HostingLink) -> Bool { link === self.link }
    func ended(_ lane: LaneID) { state.withLock { $0.ended.append(lane) } }
    func drains(_ link: any HostingLink, withinMilliseconds: Int) {
      state.withLock { $0.drained += 1 }
    }
    var workers: [HostedWorker] { [] }
    func stop() { state.withLock { $0.isStopped = true } }
    func finish() async { state.withLock { $0.isFinished = true } }
  }

  /// The backends that were made, in order.
  private final class Made: Sendable {
    private let state = Mutex<[(sandbox: Sandbox?, backend: Backend)]>([])
    /// Taken while a backend for a sandbox is not to begin.
    let gate = Mutex<Void>(())

    func make(_ sandbox: Sandbox?) -> Backend {
      if sandbox != nil { gate.withLock { _ in } }
      let backend = Backend()
      state.withLock { $0.append((sandbox, backend)) }
      return backend
    }

    var all: [(sandbox: Sandbox?, backend: Backend)] { state.withLock { $0 } }
    subscript(_ sandbox: Sandbox?) -> Backend? {
      all.first { $0.sandbox == sandbox }?.backend
    }
  }

  private let parser = Sandbox(memory: .megabytes(256))
  private let made = Made()

  private func backend(_ workers: SandboxedBackend.Workers = .own) -> SandboxedBackend {
    SandboxedBackend(workers) { [made] in made.make($0) }
  }

  private func lane(_ number: UInt64) -> LaneID { LaneID(rawValue: number) }

  @Test("begin with the store where its tree is known to need them")
  func declared() {
    let client = RecordingClient()
    let store = backend()
    store.start(
      client: client,
      features: [Feature(sandbox: nil), Feature(sandbox: parser), Feature(sandbox: nil)],
      dependencies: DependencyValues())
    #expect(made.all.map(\.sandbox) == [nil, parser])
    #expect(made.all.map(\.backend.notes.features) == [2, 1])
  }

  @Test("are none without a sandbox where every feature has one")
  func onlySandboxed() {
    let client = RecordingClient()
    let store = backend()
    store.start(
      client: client, features: [Feature(sandbox: parser)], dependencies: DependencyValues())
    #expect(made.all.map(\.sandbox) == [parser])
  }

  @Test("get the lanes and the workers that are theirs")
  func routing() {
    let client = RecordingClient()
    let store = backend()
    let features = [Feature(sandbox: nil), Feature(sandbox: parser)]
    store.start(client: client, features: features, dependencies: DependencyValues())
    for number in 1...4 {
      let feature = features[number % 2]
      let link = store.place(lane(UInt64(number)), feature, group: nil, in: .shared)
      #expect(link === made[feature.sandbox]?.link)
    }
    store.ended(lane(1))
    store.ended(lane(2))
    #expect(made[nil]?.notes.placed == [lane(2), lane(4)])
    #expect(made[parser]?.notes.placed == [lane(1), lane(3)])
    #expect(made[nil]?.notes.ended == [lane(2)])
    #expect(made[parser]?.notes.ended == [lane(1)])
    if let link = made[parser]?.link { store.drains(link, withinMilliseconds: 1) }
    #expect(made[nil]?.notes.drained == 0)
    #expect(made[parser]?.notes.drained == 1)
  }

  @Test(
    "begin later where a lane asks for one that nobody knew of; those that have ended are not placed"
  )
  func undeclared() async throws {
    let client = RecordingClient()
    let store = backend()
    store.start(client: client, features: [], dependencies: DependencyValues())
    made.gate.withLock { _ in
      for number in 1...3 {
        #expect(
          store.place(lane(UInt64(number)), Feature(sandbox: parser), group: nil, in: .shared)
            == nil)
      }
      store.ended(lane(2))
    }
    try await eventually("the lanes are placed") { client.record.placed.count >= 2 }
    #expect(made.all.map(\.sandbox) == [nil, parser])
    let link = try #require(made[parser]?.link)
    #expect(made[parser]?.notes.placed == [lane(1), lane(3)])
    #expect(client.record.placed[lane(1)] === link)
    #expect(store.place(lane(4), Feature(sandbox: parser), group: nil, in: .shared) === link)
  }

  @Test("are one for each lane where a sandbox is not shared, and one for the next")
  func unshared() async throws {
    let client = RecordingClient()
    let store = backend()
    let alone = Sandbox(sharing: .never)
    store.start(
      client: client, features: [Feature(sandbox: alone)], dependencies: DependencyValues())
    let first = made.all[0].backend
    let (links, asked) = made.gate.withLock { _ in
      (
        (1...4).map { store.place(lane($0), Feature(sandbox: alone), group: nil, in: .shared) },
        made.all.count
      )
    }
    #expect(asked == 1)
    #expect(links.map { $0 === first.link } == [true, false, false, false])
    try await eventually("the lanes are placed") { client.record.placed.count == 3 }
    try await eventually("one waits") { made.all.count == 5 }
    #expect(made.all.map(\.backend.notes.placed.count).sorted() == [0, 1, 1, 1, 1])
    #expect(
      client.record.placed.allSatisfy { id, link in
        made.all.contains { $0.backend.link === link && $0.backend.notes.placed == [id] }
      })
    // It stays with the lane, wherever that asks to be.
    #expect(
      store.place(lane(1), Feature(sandbox: alone), group: nil, in: .quarantine) === first.link)
    store.ended(lane(1))
    #expect(first.notes.isStopped)
    try await eventually("its end was waited for") { first.notes.isFinished }
    #expect(made.all.count { $0.backend.notes.isStopped } == 1)
    store.stop()
    await store.finish()
    #expect(made.all.allSatisfy { $0.backend.notes.isFinished })
  }

  @Test("of lanes that have ended meanwhile wait for others, where a sandbox is not shared")
  func desertedAlone() async throws {
    let client = RecordingClient()
    let store = backend()
    let alone = Sandbox(sharing: .never)
    store.start(client: client, features: [], dependencies: DependencyValues())
    made.gate.withLock { _ in
      _ = store.place(lane(1), Feature(sandbox: alone), group: nil, in: .shared)
      store.ended(lane(1))
    }
    try await eventually("one waits") { made[alone]?.notes.features != nil }
    try await eventually("it is there for the next") {
      store.place(lane(2), Feature(sandbox: alone), group: nil, in: .shared) != nil
    }
    #expect(made[alone]?.notes.placed == [lane(2)])
    store.stop()
    await store.finish()
  }

  @Test("do not wait for anybody in a pool, where a sandbox is not shared")
  func unsharedInPool() async throws {
    let client = RecordingClient()
    let store = backend(.pool)
    let alone = Sandbox(sharing: .never)
    store.start(
      client: client, features: [Feature(sandbox: alone)], dependencies: DependencyValues())
    #expect(made.all.isEmpty)
    for number in 1...2 {
      #expect(
        store.place(lane(UInt64(number)), Feature(sandbox: alone), group: nil, in: .shared) == nil)
      try await eventually("the lane is placed") { client.record.placed.count == number }
    }
    #expect(made.all.count == 2)
    store.stop()
    await store.finish()
    #expect(made.all.count == 2)
  }

  @Test("begin even where the lane that asked for them has ended meanwhile")
  func deserted() async throws {
    let client = RecordingClient()
    let store = backend()
    store.start(client: client, features: [], dependencies: DependencyValues())
    made.gate.withLock { _ in
      _ = store.place(lane(1), Feature(sandbox: parser), group: nil, in: .shared)
      store.ended(lane(1))
    }
    _ = store.place(lane(2), Feature(sandbox: parser), group: nil, in: .shared)
    try await eventually("the other lane is placed") { made[parser]?.notes.placed == [lane(2)] }
  }

  @Test("end with the store, those too that had yet to begin")
  func end() async {
    let client = RecordingClient()
    let store = backend()
    store.start(client: client, features: [], dependencies: DependencyValues())
    _ = store.place(lane(1), Feature(sandbox: parser), group: nil, in: .shared)
    store.stop()
    await store.finish()
    for (_, backend) in made.all where backend.notes.features != nil {
      #expect(backend.notes.isStopped)
    }
    #expect(store.place(lane(2), Feature(sandbox: Sandbox()), group: nil, in: .shared) == nil)
    #expect(!made.all.contains { $0.sandbox == Sandbox() })
  }

  @Test("are those without a sandbox where others run the workers and that is allowed")
  func others() {
    let client = RecordingClient()
    let store = backend(.others)
    var bestEffort = parser
    bestEffort.enforcement = .bestEffort
    store.start(
      client: client, features: [Feature(sandbox: bestEffort), Feature(sandbox: parser)],
      dependencies: DependencyValues())
    // Those of others say by a label what they are, but for one that is to be a single child's.
    #expect(made.all.map(\.sandbox) == [nil])
    let alone = backend(.others)
    alone.start(
      client: client, features: [Feature(sandbox: Sandbox(sharing: .never))],
      dependencies: DependencyValues())
    #expect(made.all.map(\.sandbox).last == Sandbox(sharing: .never))
  }
}
