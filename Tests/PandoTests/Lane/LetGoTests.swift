import Pando
import PandoHosting
import PandoWire
import Synchronization
import Testing

@Suite("Objects that a store lets go of", .timeLimit(.minutes(15)))
struct LetGoTests {
  /// Places lanes at the worker that comes next.
  private final class Backend: TestBackend {
    private let remaining: Mutex<[PatientWorker]>

    init(_ count: Int) {
      remaining = Mutex((0..<count).map { PatientWorker(name: "worker \($0)") })
    }

    var first: PatientWorker? { remaining.withLock(\.first) }

    /// Has lanes placed at the next worker.
    func forgetFirst() { remaining.withLock { _ = $0.removeFirst() } }

    func place(
      _ lane: LaneID, _ feature: any HostedFeature, group: LaneGroup?, in place: LanePlace
    ) -> (any HostingLink)? { first }
  }

  @Test("a worker that was lost, though something waited to be sent to it")
  func lostWorker() {
    let backend = Backend(2)
    let engine = Plantation.makeEngine(backend)
    _ = engine.send(.patient(.pick(1)))
    // The worker owes an answer, so that this waits.
    _ = engine.send(.patient(.pick(2)))
    weak let first = backend.first
    backend.forgetFirst()
    if let first { engine.lost(first, .died, reason: "", nowMilliseconds: 0) }
    #expect(first == nil)
    while let next = backend.first, next.answer(engine) {}
    #expect(!engine.withState { _ in engine.awaitsCommit })
    engine.stop()
  }

  /// An object that a state holds.
  final class Token: Codable, Equatable, Sendable {
    static func == (left: Token, right: Token) -> Bool { true }
  }

  @Reducer
  struct Child {
    struct State: Codable, Equatable, Sendable {
      let token: Token
      var count = 0
    }
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
    struct State: Sendable { var child: Child.State? = Child.State(token: Token()) }
    enum Action: Sendable { case child(Child.Action), remove }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .remove = action { state.child = nil }
        return .none
      }
      .ifLet(\.child, action: \.child) { Child().hosted() }
    }
  }

  @Test("the state of a child that has gone, whose actions were the last that went as a run")
  func lastRun() {
    let worker = PatientWorker()
    var dependencies = DependencyValues()
    dependencies.hosting = Hosting { worker }
    let engine = StoreEngine(
      initialState: { Parent.State() }, reducer: { Parent() }, dependencies: dependencies)
    weak let token = engine.withState { $0.child?.token }
    for _ in 0..<10 { _ = engine.send(.child(.up)) }
    while worker.answer(engine) {}
    #expect(token != nil)
    _ = engine.send(.remove)
    worker.close(engine)
    #expect(token == nil)
    engine.stop()
  }
}
