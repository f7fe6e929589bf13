import Pando
import PandoTesting
import Testing

@Suite("A throttled effect that is cancelled", .timeLimit(.minutes(15)))
struct ThrottleEndTests {
  enum ID: Codable, Hashable, Sendable { case download, notes }

  @Reducer
  struct Feed {
    struct State: Codable, Equatable, Sendable { var notes: [String] = [] }

    enum Action: Codable, Sendable {
      /// Sends notes as a part of an effect, which is throttled and can be cancelled.
      case download([String])
      case stop
      case type(String)
      case note(String)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .download(let texts):
          return .concatenate(.run { _ in }, throttled(texts).cancellable(id: ID.download))
        case .stop:
          return .cancel(id: ID.download)
        case .type(let text):
          return throttled([text])
        case .note(let note):
          state.notes.append(note)
          return .none
        }
      }
    }

    private func throttled(_ texts: [String]) -> EffectOf<Self> {
      .run { send in for text in texts { await send(.note(text)) } }
        .throttle(id: ID.notes, for: .seconds(10), latest: false)
    }
  }

  @Reducer
  struct Page {
    struct State: Sendable { var feed = Feed.State() }
    enum Action: Sendable { case feed(Feed.Action) }

    let isHosted: Bool

    var body: some ReducerOf<Self> {
      Scope(state: \.feed, action: \.feed) {
        if isHosted { Feed().hosted() } else { Feed() }
      }
    }
  }

  private let clock = TestClock()

  private func makeStore(_ isHosted: Bool) -> StoreOf<Page> {
    Store(initialState: Page.State()) {
      Page(isHosted: isHosted)
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  private func expect(
    _ notes: [String], in store: StoreOf<Page>, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let end = ContinuousClock.now + .seconds(30)
    while store.state.feed.notes != notes, ContinuousClock.now < end { await Task.yield() }
    #expect(store.state.feed.notes == notes, sourceLocation: sourceLocation)
  }

  /// Waits until an effect waits for the clock.
  private func sleeper() async {
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end {
      do throws(SuspensionError) { try await clock.checkSuspension() } catch { return }
    }
    Issue.record("nothing ever slept")
  }

  @Test("as a part of another takes along what it holds", arguments: [false, true])
  func part(isHosted: Bool) async {
    let store = makeStore(isHosted)
    let download = store.send(.feed(.download(["a", "b"])))
    await expect(["a"], in: store)
    await sleeper()
    store.send(.feed(.stop))
    await download.finish()
    let next = store.send(.feed(.type("c")))
    await sleeper()
    await clock.advance(by: .seconds(10))
    await next.finish()
    await expect(["a", "c"], in: store)
    await store.stop()
  }

  @Test(
    "before it began takes along what those held whose place it took", arguments: [false, true])
  func early(isHosted: Bool) async {
    let store = makeStore(isHosted)
    await store.send(.feed(.type("a"))).finish()
    let second = store.send(.feed(.type("b")))
    await sleeper()
    let third = store.send(.feed(.type("x")))
    third.cancel()
    await second.finish()
    await third.finish()
    let fourth = store.send(.feed(.type("c")))
    await sleeper()
    await clock.advance(by: .seconds(10))
    await fourth.finish()
    await expect(["a", "c"], in: store)
    await store.stop()
  }
}
