import Pando
import PandoHosting
import Synchronization
import Testing

@Suite("A child whose actions commit when they are ready, and that no worker has")
struct UnplacedReadyTests {
  @Reducer
  struct Child {
    struct State: Codable, Equatable, Sendable { var count = 0 }
    enum Action: Codable, Sendable { case up }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  @Reducer
  struct Parent {
    struct State: Equatable, Sendable {
      var child: Child.State? = Child.State()
      var ups = 0
    }
    enum Action: Sendable { case child(Child.Action) }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.ups += 1
        return .none
      }
      .ifLet(\.child, action: \.child) {
        Child().hosted(order: .asReady, onCrash: .inProcess)
      }
    }
  }

  /// Has no worker for anybody.
  final class NoWorkers: HostingBackend {
    private let client = Mutex<(any HostingClient)?>(nil)
    private let lanes = Mutex<[LaneID]>([])

    var workers: [HostedWorker] { [] }

    /// True if a lane waits for a worker.
    var isAsked: Bool { lanes.withLock { !$0.isEmpty } }

    func start(
      client: any HostingClient, features: [any HostedFeature], dependencies: DependencyValues
    ) {
      self.client.withLock { $0 = client }
    }

    func place(
      _ lane: LaneID, _ feature: any HostedFeature, in place: LanePlace
    ) -> (any HostingLink)? {
      lanes.withLock { $0.append(lane) }
      return nil
    }

    func ended(_ lane: LaneID) {}
    func stop() {}
    func finish() async {}

    /// Says of all lanes that no worker will host them.
    func giveUp() {
      let client = client.withLock { $0 }
      for lane in lanes.withLock({ $0 }) { client?.unhostable(lane, reason: "there are none") }
    }
  }

  let backend = NoWorkers()

  private func makeStore() -> StoreOf<Parent> {
    let backend = backend
    return Store(initialState: Parent.State()) {
      Parent()
    } withDependencies: {
      $0.hosting = Hosting { backend }
    }
  }

  @Test("goes on in this process with what has waited, once each, when it is given up")
  func givenUp() async {
    let store = makeStore()
    for _ in 0..<3 { store.send(.child(.up)) }
    #expect(store.state.ups == 0)
    withKnownIssue {
      backend.giveUp()
    } matching: {
      "\($0)".contains("cannot host")
    }
    await store.send(.child(.up)).finish()
    #expect(store.state == Parent.State(child: Child.State(count: 4), ups: 4))
    await store.stop()
  }

  @Test("lets go of those who wait for its actions when the store stops", .timeLimit(.minutes(1)))
  func stopped() async {
    let store = StoreActor(makeStore())
    let sender = Task { _ = await store.send(.child(.up)) }
    await eventually { backend.isAsked }
    await store.stop()
    await sender.value
  }
}
