import Dispatch
import Pando
import PandoTesting
import Testing

@Suite("A test's store with workers elsewhere", .timeLimit(.minutes(15)))
struct RemoteWorkerTests {
  /// Its effect goes on after the last action, until the gate opens.
  @Reducer
  struct Courier {
    struct State: Codable, Equatable, Sendable { var isDone = false }

    @CasePathable enum Action: Codable, Equatable, Sendable { case go, done }

    let gate: AsyncStream<Never>

    var body: some ReducerOf<Self> {
      Reduce { [gate] state, action in
        if action == .done {
          state.isDone = true
          return .none
        }
        return .run { send in
          await send(.done)
          for await _ in gate {}
        }
      }
    }
  }

  @Reducer
  struct Office {
    struct State: Equatable, Sendable { var courier = Courier.State() }

    @CasePathable enum Action: Equatable, Sendable { case courier(Courier.Action) }

    let gate: AsyncStream<Never>

    var body: some ReducerOf<Self> {
      Scope(state: \.courier, action: \.courier) { Courier(gate: gate).hosted() }
    }
  }

  private let gate: AsyncStream<Never>
  private let opener: AsyncStream<Never>.Continuation

  init() {
    (gate, opener) = AsyncStream.makeStream()
  }

  private func makeOffice() -> TestStoreOf<Office> {
    TestStore(initialState: Office.State()) {
      Office(gate: gate)
    } withDependencies: {
      $0.hosting = LateWorkers().hosting
    }
  }

  private func deliver(_ store: TestStoreOf<Office>) async {
    await store.send(.courier(.go))
    await store.receive(\.courier.done) { $0.courier.isDone = true }
  }

  @Test("the end of a test waits for effects on workers that are about to end")
  func endsLater() async {
    let texts = await failures {
      let store = makeOffice()
      await deliver(store)
      withExtendedLifetime(store) {
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { opener.finish() }
      }
    }
    #expect(texts == [])
  }

  @Test("an effect on a worker that goes on is a failure")
  func goesOn() async throws {
    let texts = await failures {
      let store = makeOffice()
      await deliver(store)
      store.timeout = .milliseconds(20)
    }
    opener.finish()
    #expect(texts.count == 1)
    #expect(try #require(texts.first).contains("await store.finish()"))
  }

  @Test("an effect on a worker is none of the affair of a test that leaves it out")
  func leftOut() async {
    let texts = await failures {
      let store = makeOffice()
      await deliver(store)
      store.exhaustivity = .off
      store.timeout = .seconds(3_600)
    }
    opener.finish()
    #expect(texts == [])
  }

  private func makeDesk(_ workers: LateWorkers) -> TestStoreOf<Desk> {
    TestStore(initialState: Desk.State()) {
      Desk(isHosted: true)
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.hosting = workers.hosting
    }
  }

  @Test("what a feature is told of its lost effects is received, however late that is")
  func replacedLate() async {
    let workers = LateWorkers()
    let store = makeDesk(workers)
    await store.send(.lookup(.startTicking))
    workers.die()
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { workers.arrive() }
    await store.receive(\.lookup.restarted)
    await store.send(.lookup(.stopTicking))
    await store.finish()
  }

  @Test("a feature that is still to be told of its lost effects is why nothing comes")
  func neverReplaced() async throws {
    let workers = LateWorkers()
    let texts = await failures {
      let store = makeDesk(workers)
      await store.send(.lookup(.startTicking))
      workers.die()
      await store.receive(\.lookup.restarted, timeout: .milliseconds(20))
      await store.finish(timeout: .milliseconds(20))
    }
    #expect(texts.count == 2)
    for text in texts { #expect(text.contains("lost effects with its worker")) }
  }

  @Test("the end of a test waits for actions that have not committed", arguments: [true, false])
  func uncommitted(isLate: Bool) async throws {
    let workers = LateWorkers()
    workers.die()
    let texts = await failures {
      let store = makeRelay(hosting: workers.hosting)
      await store.send(.begin)
      if isLate {
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { workers.arrive() }
      } else {
        store.timeout = .milliseconds(20)
      }
    }
    #expect(texts.count == 1)
    let text = try #require(texts.first)
    #expect(
      text.hasPrefix(
        isLate
          ? "The store received 1 unexpected action by the end of the test:"
          : "An action has not committed by the end of the test."))
  }
}
