import IssueReporting
import Pando
import PandoTesting
import Testing

@Suite("Effects of sequences", .timeLimit(.minutes(15)))
struct SequenceTests {
  @Reducer
  struct Listener {
    struct State: Codable, Equatable, Sendable {
      var heard: [Int] = []
      var failure: String?
    }
    enum Action: Codable, Equatable, Sendable {
      case listen, listenForever, stop, heard(Int), fail(isCaught: Bool), failed(String)
    }

    /// Never waits, and does not ask whether anybody still listens.
    struct Endless: AsyncSequence, AsyncIteratorProtocol, Sendable {
      func next() async -> Action? { .heard(0) }
      func makeAsyncIterator() -> Endless { self }
    }

    struct Broken: Error {}
    enum CancelID: Codable, Hashable { case listening }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .listen:
          return .sequence(name: "listening") {
            clock.timer(interval: .seconds(1)).map { _ in Action.heard(1) }
          }
          .cancellable(id: CancelID.listening)
        case .listenForever:
          return .sequence { Endless() }.cancellable(id: CancelID.listening)
        case .stop: return .cancel(id: CancelID.listening)
        case .fail(let isCaught):
          let numbers: @Sendable () -> AsyncThrowingStream<Action, any Error> = {
            AsyncThrowingStream { continuation in
              continuation.yield(.heard(1))
              continuation.yield(.heard(2))
              continuation.finish(throwing: Broken())
            }
          }
          if !isCaught { return .sequence(numbers) }
          return .sequence(numbers) { error, send in await send(.failed("\(error)")) }
        case .heard(let number): state.heard.append(number)
        case .failed(let error): state.failure = error
        }
        return .none
      }
    }
  }

  private let clock = TestClock()

  private func makeStore(_ isHosted: Bool) -> TestStoreOf<Listener> {
    TestStore(initialState: Listener.State()) {
      Scope(state: \.self, action: \.self) {
        if isHosted { Listener().hosted() } else { Listener() }
      }
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test("send each element, until they are cancelled", arguments: [false, true])
  func elements(isHosted: Bool) async {
    let store = makeStore(isHosted)
    await store.send(.listen)
    await clock.advance(by: .seconds(2))
    await store.receive(.heard(1)) { $0.heard = [1] }
    await store.receive(.heard(1)) { $0.heard = [1, 1] }
    await store.send(.stop)
    await clock.advance(by: .seconds(2))
    await store.finish()
  }

  @Test("end though the sequence does not", arguments: [false, true])
  func endless(isHosted: Bool) async {
    let store = Store(initialState: Listener.State()) {
      Scope(state: \.self, action: \.self) {
        if isHosted { Listener().hosted() } else { Listener() }
      }
    }
    let listening = store.send(.listenForever)
    while store.state.heard.count < 10 { await Task.yield() }
    await store.send(.stop).finish()
    await listening.finish()
    let count = store.state.heard.count
    await Task.yield()
    #expect(store.state.heard.count == count)
  }

  @Test("hand an error to their handler", arguments: [false, true])
  func caught(isHosted: Bool) async {
    let store = makeStore(isHosted)
    await store.send(.fail(isCaught: true))
    await store.receive(.heard(1)) { $0.heard = [1] }
    await store.receive(.heard(2)) { $0.heard = [1, 2] }
    await store.receive(.failed("Broken()")) { $0.failure = "Broken()" }
  }

  @Test("report an error that nobody handles", arguments: [false, true])
  func uncaught(isHosted: Bool) async {
    let store = makeStore(isHosted)
    await withKnownIssue {
      await store.send(.fail(isCaught: false))
      await store.receive(.heard(1)) { $0.heard = [1] }
      await store.receive(.heard(2)) { $0.heard = [1, 2] }
      await store.finish()
    } matching: { issue in
      "\(issue)".contains("unhandled error") && "\(issue)".contains("SequenceTests.swift")
    }
  }

  @Test("asynchronous work has a result")
  func result() async {
    struct Broken: Error {}
    let success = await Result { try await Self.answer(nil) }
    #expect((try? success.get()) == 42)
    let failure = await Result { try await Self.answer(Broken()) }
    #expect(throws: Broken.self) { try failure.get() }
  }

  private static func answer(_ error: (any Error)?) async throws -> Int {
    if let error { throw error }
    return 42
  }
}
