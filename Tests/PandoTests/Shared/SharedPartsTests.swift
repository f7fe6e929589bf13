import Pando
import Testing

@Suite("Parts of shared values in hosted features", .timeLimit(.minutes(15)))
struct SharedPartsTests {
  struct Settings: Codable, Equatable, Sendable {
    var count = 0
    var theme = Theme()
  }

  struct Theme: Codable, Equatable, Sendable {
    var name = "light"
  }

  @Reducer
  struct Form {
    struct State: Codable, Equatable, Sendable {
      @Shared var settings: Settings
      var count: Shared<Int>?
      var name: Shared<String>?
    }

    enum Action: Codable, Sendable { case up, part }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up:
          state.$settings.withLock { $0.count += 1 }
          state.count?.withLock { $0 += 10 }
        case .part: state.count = state.$settings.count
        }
        return .none
      }
    }
  }

  private func makeStore(
    _ state: Form.State, isHosted: Bool,
    policy: CrashPolicy<Form.State, Form.Action> = .inProcess
  ) -> StoreOf<Form> {
    Store(initialState: state) {
      Scope(state: \.self, action: \.self) {
        if isHosted { Form().hosted(onCrash: policy) } else { Form() }
      }
    }
  }

  @Test(
    "a state that holds a whole and a part is not hosted, and says so", arguments: [false, true])
  func wholeAndPart(isHosted: Bool) async {
    let settings = Shared(value: Settings())
    let store = makeStore(
      Form.State(settings: settings, count: settings.count, name: settings.theme.name),
      isHosted: isHosted)
    await withKnownIssue {
      await store.send(.up).finish()
    } when: {
      isHosted
    } matching: { issue in
      let text = "\(issue)"
      return text.contains("holds a shared value and a part of it") && text.contains("in count")
        && text.contains("SharedPartsTests.swift:")
    }
    #expect(settings.wrappedValue.count == 11)
  }

  @Reducer
  struct Nested {
    struct State: Codable, Equatable, Sendable {
      @Shared var name: String
      @SharedReader var settings: Settings
    }

    enum Action: Codable, Sendable { case shout }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.$name.withLock { $0 += "!" }
        return .none
      }
    }
  }

  @Test("a part of a part is a part too")
  func partOfPart() async {
    let settings = Shared(value: Settings())
    let state = Nested.State(name: settings.theme.name, settings: SharedReader(settings))
    let store = Store(initialState: state) {
      Scope(state: \.self, action: \.self) { Nested().hosted(onCrash: .inProcess) }
    }
    await withKnownIssue {
      await store.send(.shout).finish()
    } matching: { issue in
      "\(issue)".contains("holds a shared value and a part of it")
    }
    #expect(settings.wrappedValue.theme.name == "light!")
  }

  @Test("an action that makes a part of a hosted copy commits without effect")
  func partOfCopy() async {
    let settings = Shared(value: Settings())
    let store = makeStore(Form.State(settings: settings), isHosted: true, policy: .drop)
    await withKnownIssue {
      await store.send(.part).finish()
    } matching: { issue in
      "\(issue)".contains("made a part of a shared value") && "\(issue)".contains("in count")
    }
    await store.send(.up).finish()
    #expect(settings.wrappedValue.count == 1)
    #expect(store.state.count == nil)
  }

  @Reducer
  struct Twins {
    struct State: Codable, Equatable, Sendable {
      @Shared var first: Int
      @Shared var second: Int
      var seen = 0
    }
    enum Action: Codable, Sendable { case up }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.$first.withLock { $0 += 1 }
        state.seen = state.second
        return .none
      }
    }
  }

  @Test("what was unwrapped twice is one value on the worker too", arguments: [false, true])
  func unwrappedTwice(isHosted: Bool) async throws {
    let base = Shared<Int?>(value: 1)
    let state = Twins.State(
      first: try #require(Shared(base)), second: try #require(Shared(base)))
    let store = Store(initialState: state) {
      Scope(state: \.self, action: \.self) {
        if isHosted { Twins().hosted() } else { Twins() }
      }
    }
    await store.send(.up).finish()
    await store.send(.up).finish()
    #expect(store.state.seen == 3)
    #expect(base.wrappedValue == 3)
  }
}
