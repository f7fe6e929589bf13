import Pando
import PandoTesting
import Testing

@Suite("debounce and throttle")
struct PacingTests {
  enum Pace: Codable, Hashable, Sendable { case debounce, first, latest }

  @Reducer
  struct Child {
    struct State: Codable, Equatable, Sendable { var notes: [String] = [] }

    enum Action: Codable, Sendable {
      case type(String, Pace)
      case typeAll([String], Pace)
      case stop(Pace)
      case note(String)
    }

    let usesDependency: Bool
    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .type(let text, let pace):
          return paced(.send(.note(text)), pace)
        case .typeAll(let texts, let pace):
          return paced(.run { send in for text in texts { await send(.note(text)) } }, pace)
        case .stop(let pace):
          return .cancel(id: pace)
        case .note(let note):
          state.notes.append(note)
          return .none
        }
      }
    }

    private func paced(_ effect: EffectOf<Self>, _ pace: Pace) -> EffectOf<Self> {
      let isLatest = pace == .latest
      switch (pace, usesDependency) {
      case (.debounce, true): return effect.debounce(id: pace, for: .seconds(1))
      case (_, true): return effect.throttle(id: pace, for: .seconds(1), latest: isLatest)
      case (.debounce, false):
        return debounced(effect, self.clock)
      case (_, false): return throttled(effect, pace, self.clock)
      }
    }

    private func debounced(
      _ effect: EffectOf<Self>, _ clock: some Clock<Duration>
    ) -> EffectOf<Self> {
      effect.debounce(id: Pace.debounce, for: .seconds(1), clock: clock)
    }

    private func throttled(
      _ effect: EffectOf<Self>, _ pace: Pace, _ clock: some Clock<Duration>
    ) -> EffectOf<Self> {
      effect.throttle(id: pace, for: .seconds(1), clock: clock, latest: pace == .latest)
    }
  }

  @Reducer
  struct Parent {
    struct State: Sendable { var children: IdentifiedArray<Int, Row> = [Row(id: 0), Row(id: 1)] }

    struct Row: Codable, Equatable, Identifiable, Sendable {
      let id: Int
      var child = Child.State()
    }

    enum Action: Sendable {
      case row(IdentifiedAction<Int, Child.Action>)
      case stopAll(Pace)
    }
    let setting: Setting

    var body: some ReducerOf<Self> {
      Reduce { _, action in
        if case .stopAll(let pace) = action { .cancel(id: pace) } else { .none }
      }
      .forEach(\.children, action: \.row) {
        if setting.isHosted {
          RowReducer(setting: setting).hosted()
        } else {
          RowReducer(setting: setting)
        }
      }
    }
  }

  struct RowReducer: Reducer {
    let setting: Setting

    var body: some Reducer<Parent.Row, Child.Action> {
      Scope(state: \.child, action: \.self) { Child(usesDependency: setting.usesDependency) }
    }
  }

  struct Setting: CustomTestStringConvertible, Sendable {
    var isHosted: Bool
    var usesDependency: Bool
    static let all = [
      Setting(isHosted: false, usesDependency: false),
      Setting(isHosted: false, usesDependency: true),
      Setting(isHosted: true, usesDependency: false), Setting(isHosted: true, usesDependency: true),
    ]
    var testDescription: String { "hosted: \(isHosted), dependency: \(usesDependency)" }
  }

  private let clock = TestClock()

  private func makeStore(_ setting: Setting) -> StoreOf<Parent> {
    Store(initialState: Parent.State()) {
      Parent(setting: setting)
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  private func expect(
    _ notes: [String], of row: Int = 0, in store: StoreOf<Parent>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let end = ContinuousClock.now + .seconds(30)
    while store.state.children[id: row]?.child.notes != notes, ContinuousClock.now < end {
      await Task.yield()
    }
    #expect(store.state.children[id: row]?.child.notes == notes, sourceLocation: sourceLocation)
  }

  /// Waits until so many effects wait for the clock.
  private func sleepers(_ count: Int) async {
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end {
      do throws(SuspensionError) {
        try await clock.checkSuspension()
        if count == 0 { return }
      } catch {
        if error.count == count { return }
      }
    }
    Issue.record("there were never \(count) sleepers")
  }

  private func send(
    _ action: Child.Action, to row: Int = 0, in store: StoreOf<Parent>
  ) -> StoreTask {
    store.send(.row(.element(id: row, action: action)))
  }

  @Test("a debounced effect runs once nobody replaces it for a while", arguments: Setting.all)
  func debounce(setting: Setting) async {
    let store = makeStore(setting)
    let first = send(.type("a", .debounce), in: store)
    await sleepers(1)
    await clock.advance(by: .milliseconds(900))
    let second = send(.type("b", .debounce), in: store)
    await first.finish()
    await sleepers(1)
    await clock.advance(by: .milliseconds(900))
    await expect([], in: store)
    await clock.advance(by: .milliseconds(100))
    await second.finish()
    await expect(["b"], in: store)
    let third = send(.type("c", .debounce), in: store)
    await sleepers(1)
    await clock.advance(by: .milliseconds(900))
    _ = send(.stop(.debounce), in: store)
    await third.finish()
    await clock.run()
    await expect(["b"], in: store)
  }

  @Test(
    "the first action goes through at once, then one at the end of each interval",
    arguments: Setting.all)
  func throttleLatest(setting: Setting) async {
    let store = makeStore(setting)
    await send(.type("a", .latest), in: store).finish()
    await expect(["a"], in: store)
    let second = send(.type("b", .latest), in: store)
    await sleepers(1)
    await clock.advance(by: .milliseconds(500))
    let third = send(.type("c", .latest), in: store)
    await second.finish()
    await sleepers(1)
    await clock.advance(by: .milliseconds(499))
    await expect(["a"], in: store)
    await clock.advance(by: .milliseconds(1))
    await third.finish()
    await expect(["a", "c"], in: store)
    // An interval begins with each action that went through.
    let fourth = send(.type("d", .latest), in: store)
    await sleepers(1)
    await clock.advance(by: .milliseconds(999))
    await expect(["a", "c"], in: store)
    await clock.advance(by: .milliseconds(1))
    await fourth.finish()
    await expect(["a", "c", "d"], in: store)
    await clock.advance(by: .seconds(1))
    await send(.type("e", .latest), in: store).finish()
    await expect(["a", "c", "d", "e"], in: store)
  }

  @Test("without 'latest' the first of those that wait goes through", arguments: Setting.all)
  func throttleFirst(setting: Setting) async {
    let store = makeStore(setting)
    await send(.type("a", .first), in: store).finish()
    let second = send(.type("b", .first), in: store)
    await sleepers(1)
    await clock.advance(by: .milliseconds(500))
    let third = send(.type("c", .first), in: store)
    await second.finish()
    await sleepers(1)
    await clock.advance(by: .milliseconds(500))
    await third.finish()
    await expect(["a", "b"], in: store)
  }

  @Test(
    "what waits goes through, though its effect lost its place to a silent one",
    arguments: Setting.all)
  func throttleSilent(setting: Setting) async {
    let store = makeStore(setting)
    await send(.type("a", .latest), in: store).finish()
    let second = send(.type("b", .latest), in: store)
    await sleepers(1)
    let third = send(.typeAll([], .latest), in: store)
    await second.finish()
    await sleepers(1)
    await clock.advance(by: .seconds(1))
    await third.finish()
    await expect(["a", "b"], in: store)
    // Nothing is left of it.
    await clock.advance(by: .seconds(1))
    await send(.typeAll([], .latest), in: store).finish()
    await expect(["a", "b"], in: store)
  }

  @Test("one effect's actions are throttled too, and do not hold it up", arguments: Setting.all)
  func throttleWithin(setting: Setting) async {
    let store = makeStore(setting)
    let all = send(.typeAll(["a", "b", "c"], .latest), in: store)
    await expect(["a"], in: store)
    await sleepers(1)
    await clock.advance(by: .seconds(1))
    await all.finish()
    await expect(["a", "c"], in: store)
    let more = send(.typeAll(["d", "e"], .first), in: store)
    await expect(["a", "c", "d"], in: store)
    await sleepers(1)
    await clock.advance(by: .seconds(1))
    await more.finish()
    await expect(["a", "c", "d", "e"], in: store)
  }

  @Test(
    "a throttled effect can be cancelled, and each row has intervals of its own",
    arguments: Setting.all)
  func throttleRows(setting: Setting) async {
    let store = makeStore(setting)
    await send(.type("a", .latest), in: store).finish()
    await send(.type("a", .latest), to: 1, in: store).finish()
    await expect(["a"], of: 1, in: store)
    let second = send(.type("b", .latest), in: store)
    let other = send(.type("b", .latest), to: 1, in: store)
    await sleepers(2)
    await clock.advance(by: .milliseconds(500))
    _ = send(.stop(.latest), in: store)
    await second.finish()
    await sleepers(1)
    await clock.advance(by: .milliseconds(500))
    await other.finish()
    await expect(["a"], in: store)
    await expect(["a", "b"], of: 1, in: store)
  }

  enum Cancellation: CaseIterable, Sendable { case byChild, byParent, ofTask }

  @Test(
    "what waits is dropped with its effect, and the next effect does not send it",
    arguments: Setting.all, Cancellation.allCases)
  func throttleDropped(setting: Setting, cancellation: Cancellation) async {
    let store = makeStore(setting)
    await send(.type("a", .first), in: store).finish()
    let second = send(.type("b", .first), in: store)
    await sleepers(1)
    switch cancellation {
    case .byChild: _ = send(.stop(.first), in: store)
    case .byParent: store.send(.stopAll(.first))
    case .ofTask: second.cancel()
    }
    await second.finish()
    await sleepers(0)
    let third = send(.type("c", .first), in: store)
    await sleepers(1)
    await clock.advance(by: .seconds(1))
    await third.finish()
    await expect(["a", "c"], in: store)
  }
}
