import Pando
import PandoHosting
import PandoTesting
import Synchronization
import Testing

@Suite("Figures of the hosting", .timeLimit(.minutes(15)))
struct HostingFiguresTests {
  /// A parent that changes its child's state with each action, where it is told to.
  @Reducer
  struct Meddler {
    struct State: Sendable {
      var tree: Plantation.Tree.State? = Plantation.Tree.State()
      var meddles = false
    }

    enum Action: Sendable {
      case tree(Plantation.Tree.Action)
      case meddle
      case fell
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .tree: if state.meddles { state.tree?.apples.append(0) }
        case .meddle: state.meddles = true
        case .fell: state.tree = nil
        }
        return .none
      }
      .ifLet(\.tree, action: \.tree) { Plantation.Tree().hosted() }
    }
  }

  private func makeEngine(_ hosting: Hosting) -> StoreEngine<Meddler.State, Meddler.Action> {
    var dependencies = DependencyValues()
    dependencies.hosting = hosting.window(100)
    return StoreEngine(
      initialState: { Meddler.State() }, reducer: { Meddler() }, dependencies: dependencies)
  }

  @Test("count actions, squashes and losses, and keep those of children that have ended")
  func figures() async throws {
    let faults = HostingFaults()
    let engine = makeEngine(.faulty(faults))
    let store = Store(engine: engine)
    for number in 0..<10 { await store.send(.tree(.pick(number))).finish() }
    var figures = engine.hostingFigures
    var feature = try #require(figures.features.first?.value)
    #expect(figures.features.keys.allSatisfy { $0.hasSuffix("Plantation.Tree") })
    #expect(figures.accepted == 10 && figures.commits == 10 && figures.failures == 0)
    #expect(figures.window == 100 && figures.uncommitted == 0)
    #expect(feature.accepted == 10 && feature.committed == 10)
    #expect(feature.squashes == 0 && feature.placements == 1 && feature.losses == 0)
    #expect(feature.window == 100 && feature.children == ["hosted": 1])
    let link = try #require(figures.links.first?.value)
    #expect(link.sentActions == 10 && link.sentBytes > 10 && link.receivedBytes > 10)
    // What is sent besides: the state when the child is opened, and which actions have committed.
    #expect(feature.dispatchedBytes >= 10 && feature.dispatchedBytes < link.sentBytes)
    #expect(feature.answeredBytes >= 10 && feature.answeredBytes < link.receivedBytes)

    // Each action of the child is followed by a change of its parent.
    store.send(.meddle)
    for number in 0..<5 { await store.send(.tree(.pick(number))).finish() }
    feature = try #require(engine.hostingFigures.features.first?.value)
    // The last change is noticed with the next action.
    #expect(feature.squashes >= 4)
    let squashes = feature.squashes

    faults.cutOff()
    store.send(.tree(.pick(1)))
    feature = try #require(engine.hostingFigures.features.first?.value)
    #expect(feature.uncommitted == 1 && feature.inFlight == 1 && feature.accepted == 16)
    faults.killWorker()
    faults.heal()
    await store.send(.tree(.pick(2))).finish()
    feature = try #require(engine.hostingFigures.features.first?.value)
    #expect(feature.placements == 2 && feature.losses == 1)
    #expect(feature.accepted == 17 && feature.committed == 17)
    #expect(feature.squashes >= squashes, "the loss of a worker is no squash, and takes none back")

    await store.send(.fell).finish()
    figures = engine.hostingFigures
    feature = try #require(figures.features.first?.value)
    #expect(feature.children == [:] && feature.window == 0)
    #expect(feature.committed == 17 && feature.losses == 1 && feature.placements == 2)
    #expect(feature.dispatchedBytes >= 17 && feature.answeredBytes >= 17)
    await store.stop()
  }

  @Test("tell losses that a child's own code caused from others")
  func blamed() throws {
    let dispatched = Mutex<Culprit?>(nil)
    let worker = AnsweringWorker { message, _ in
      if case .reduce(let lane, let epoch, let sequence, _) = message {
        dispatched.withLock { $0 = .action(lane, epoch, sequence) }
      }
    }
    let engine = makeEngine(Hosting { worker })
    func figures() throws -> HostingFigures.Feature {
      try #require(engine.hostingFigures.features.first?.value)
    }
    _ = engine.send(.tree(.pick(1)))
    engine.lost(worker, .killed, reason: "it was killed", nowMilliseconds: 0)
    #expect(try figures().losses == 1)
    #expect(try figures().blamedLosses == 0)
    let culprit = try #require(dispatched.withLock { $0 })
    engine.lost(worker, .crashed(culprit), reason: "it crashed", nowMilliseconds: 0)
    #expect(try figures().losses == 2)
    #expect(try figures().blamedLosses == 1)
    engine.stop()
  }
}
