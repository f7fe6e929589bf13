import InMemoryTracing
import IssueSupport
import Pando
import Synchronization
import Testing
import Tracing

@Suite("The name of a hosted child in what is told of it", .timeLimit(.minutes(15)))
struct NamedFailureTests {
  struct Name: Codable, CustomStringConvertible, Hashable, Sendable {
    let text: String

    static let look = Mutex<(@Sendable () -> Void)?>(nil)

    var description: String {
      Self.look.withLock { $0 }?()
      return text
    }
  }

  /// Cannot be sent to a worker.
  struct Letter: Codable, Equatable, Sendable {
    struct Sealed: Error {}

    init() {}
    init(from decoder: any Decoder) throws { throw Sealed() }
    func encode(to encoder: any Encoder) throws { throw Sealed() }
  }

  @Reducer
  struct Desk {
    struct State: Codable, Equatable, Identifiable, Sendable {
      let id: Name
      var count = 0
      var letter: Letter?
    }

    enum Action: Codable, Sendable { case up, take(Letter) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .up = action { state.count += 1 }
        return .none
      }
    }
  }

  @Reducer
  struct Office {
    struct State: Sendable {
      var desks: IdentifiedArrayOf<Desk.State> = [
        Desk.State(id: Name(text: "first")),
        Desk.State(id: Name(text: "second"), letter: Letter()),
      ]
    }

    enum Action: Sendable { case desks(IdentifiedActionOf<Desk>) }

    static let line: UInt = #line + 4

    var body: some ReducerOf<Self> {
      EmptyReducer().forEach(\.desks, action: \.desks) {
        Desk().hosted()
      }
    }
  }

  private func action(_ name: String, _ action: Desk.Action) -> Office.Action {
    .desks(.element(id: Name(text: name), action: action))
  }

  @Test(
    "is there where an action, or the state, cannot be encoded, at the place where it is hosted")
  func unencodable() async throws {
    let store = Store(initialState: Office.State()) { Office() }
    var events = store.hostingEvents.makeAsyncIterator()
    let reported = await issues {
      await store.send(action("first", .take(Letter()))).finish()
      await store.send(action("second", .up)).finish()
      await store.send(action("first", .up)).finish()
    }
    #expect(store.state.desks.map(\.count) == [1, 0])
    let texts = reported.map(\.message)
    #expect(texts.count == 2)
    let desk = "An action of PandoTests.NamedFailureTests.Desk"
    #expect(texts.first?.hasPrefix("\(desk)[first] commits without effect: ") == true)
    #expect(texts.last?.hasPrefix("\(desk)[second] commits without effect: ") == true)
    let named = "NamedFailureTests.Office.Action.desks(.element(id:, action: .take(_:)))\n"
    #expect(texts.first?.contains("Action: PandoTests.\(named)") == true)
    #expect(reported.map(\.line) == [Office.line, Office.line])
    await store.stop()
    var failed: [HostedChildName] = []
    while let event = await events.next() {
      if case .actionFailed(let children, _, _) = event { failed += children }
    }
    #expect(
      failed.map(\.description) == [
        "PandoTests.NamedFailureTests.Desk[first]", "PandoTests.NamedFailureTests.Desk[second]",
      ])
  }

  private final class Looks: Sendable {
    let underLock = Mutex<[Bool]>([])
  }

  @Test("is made without the store's lock, also for a trace")
  func beyondLock() async {
    let tracer = InMemoryTracer()
    var dependencies = DependencyValues()
    dependencies.hosting = .inProcess
    dependencies.tracing = .sampled(1, by: tracer)
    let engine = StoreEngine(
      initialState: { Office.State() }, reducer: { Office() }, dependencies: dependencies)
    let looks = Looks()
    Name.look.withLock {
      $0 = { looks.underLock.withLock { $0.append(engine.isLockedHere) } }
    }
    let reported = await issues {
      for desk in [Desk.Action.up, .take(Letter())] {
        if let sent = engine.send(action("first", desk)) { await engine.finish(sent) }
      }
    }
    Name.look.withLock { $0 = nil }
    #expect(reported.count == 1)
    let children = tracer.finishedSpans.compactMap { $0.attributes.get("pando.child") }
    #expect(children.contains(.string("PandoTests.NamedFailureTests.Desk[first]")))
    #expect(looks.underLock.withLock { $0.count } >= 2)
    #expect(!looks.underLock.withLock { $0.contains(true) })
    engine.stop()
  }
}
