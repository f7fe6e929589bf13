import Pando
import PandoSimulation
import PandoTesting
import SimulationPrograms
import Testing

/// Every action of a hosted child is reduced by a worker, whoever changes the shared values that the
/// child holds.
@Suite("Shared values of children on workers", .timeLimit(.minutes(15)))
struct SharedOnWorkersTests {
  @Reducer
  struct Child {
    struct State: Codable, Equatable, Identifiable, Sendable {
      let id: Int
      @Shared var count: Int
      @SharedReader var theme: String
      var seen: [String] = []
    }

    enum Action: Codable, Sendable { case up, look }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up: state.$count.withLock { $0 += 1 }
        case .look: state.seen.append(state.theme)
        }
        return .none
      }
    }
  }

  struct Settings: Codable, Equatable, Sendable {
    var theme = "light"
    var count = 0
  }

  @Reducer
  struct Parent {
    struct State: Sendable {
      @Shared var settings: Settings
      var children: IdentifiedArrayOf<Child.State>

      init(_ settings: Shared<Settings>) {
        _settings = settings
        children = IdentifiedArray(
          uniqueElements: (0..<3).map {
            Child.State(id: $0, count: settings.count, theme: SharedReader(settings.theme))
          })
      }
    }

    enum Action: Sendable {
      case child(IdentifiedActionOf<Child>)
      case up
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .up = action { state.$settings.withLock { $0.count += 1 } }
        return .none
      }
      .forEach(\.children, action: \.child) { Child().hosted() }
    }
  }

  private struct Setting {
    let settings = Shared(value: Settings())
    let workers: SteppedWorkers
    let engine: StoreEngine<Parent.State, Parent.Action>

    init(seed: UInt64) {
      let workers = SteppedWorkers(count: 2, seed: seed, executor: SimulatedExecutor())
      self.workers = workers
      var dependencies = DependencyValues()
      dependencies.hosting = workers.hosting
      engine = StoreEngine(
        initialState: { [settings] in Parent.State(settings) }, reducer: { Parent() },
        dependencies: dependencies)
    }

    func send(_ id: Int, _ action: Child.Action) {
      _ = engine.send(.child(.element(id: id, action: action)))
    }

    func step(_ count: Int) throws {
      for _ in 0..<count { _ = try workers.step() }
    }
  }

  @Test("a change from outside, at any moment, is a rebase", arguments: 0..<20 as Range<UInt64>)
  func changesFromOutside(seed: UInt64) throws {
    let setting = Setting(seed: seed)
    var generator = SeededGenerator(seed: seed)
    var expected = 0
    for round in 0..<100 {
      setting.send(round % 3, .up)
      setting.send((round + 1) % 3, .look)
      expected += 1
      try setting.step(Int.random(in: 0...6, using: &generator))
      if generator.chance(oneIn: 2) {
        // The very value that the children change.
        setting.settings.withLock { $0.count += 1 }
        expected += 1
      }
      if generator.chance(oneIn: 2) { setting.settings.withLock { $0.theme = "theme \(round)" } }
      if generator.chance(oneIn: 4) {
        _ = setting.engine.send(.up)
        expected += 1
      }
    }
    try setting.workers.settle()
    #expect(setting.settings.wrappedValue.count == expected)
    #expect(setting.engine.clientReductionCount == 0)
    let seen = setting.engine.withState { $0.children.map(\.seen.count) }
    #expect(seen == [33, 34, 33])
  }

  @Test("a child that is alone with its value keeps its window")
  func ownWrites() throws {
    let setting = Setting(seed: 1)
    for _ in 0..<300 { setting.send(0, .up) }
    try setting.workers.settle()
    #expect(setting.settings.wrappedValue.count == 300)
    #expect(setting.engine.clientReductionCount == 0)
  }

  @Test("siblings that change one value are reduced in order, on their workers")
  func siblings() throws {
    let setting = Setting(seed: 1)
    for round in 0..<300 { setting.send(round % 3, .up) }
    try setting.workers.settle()
    #expect(setting.settings.wrappedValue.count == 300)
    #expect(setting.engine.clientReductionCount == 0)
  }

  @Test("what was sent after a change sees it")
  func sentAfter() throws {
    let setting = Setting(seed: 1)
    setting.send(0, .look)
    setting.settings.withLock { $0.theme = "dark" }
    setting.send(0, .look)
    try setting.workers.settle()
    setting.settings.withLock { $0.theme = "blue" }
    setting.send(0, .look)
    try setting.workers.settle()
    // The first was sent, and began, before the change, as it would have in process.
    #expect(setting.engine.withState { $0.children[id: 0]?.seen } == ["light", "dark", "blue"])
    #expect(setting.engine.clientReductionCount == 0)
  }

  @Test("other threads change values as fast as they can")
  func threads() async throws {
    let settings = Shared(value: Settings())
    var dependencies = DependencyValues()
    dependencies.hosting = .faulty(HostingFaults())
    let engine = StoreEngine(
      initialState: { Parent.State(settings) }, reducer: { Parent() }, dependencies: dependencies)
    let store = Store(engine: engine)
    let changes = Task.detached {
      var count = 0
      while !Task.isCancelled {
        settings.withLock { $0.theme = "theme \(count)" }
        count += 1
        await Task.yield()
      }
      return count
    }
    for round in 0..<300 {
      await store.send(.child(.element(id: round % 3, action: .up))).finish()
      await store.send(.child(.element(id: round % 3, action: .look))).finish()
    }
    changes.cancel()
    #expect(await changes.value > 0)
    #expect(settings.wrappedValue.count == 300)
    #expect(store.state.children.map(\.seen.count) == [100, 100, 100])
    #expect(engine.clientReductionCount == 0)
  }
}
