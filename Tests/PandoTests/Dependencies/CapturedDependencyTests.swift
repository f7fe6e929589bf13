import Pando
import PandoTesting
import Testing

@Suite("What is made under an override keeps it", .timeLimit(.minutes(15)))
struct CapturedDependencyTests {
  private func makeStore(isHosted: Bool) -> StoreOf<Teller> {
    Store(initialState: Teller.State()) {
      Scope(state: \.self, action: \.self) {
        if isHosted { Teller().hosted() } else { Teller() }
      }
    } withDependencies: {
      $0.origin = "store"
      $0.onlyTest = 7
    }
  }

  @Test(
    "an effect, in its own work and in what maps its actions", arguments: Teller.Way.allCases,
    [false, true])
  func effects(way: Teller.Way, isHosted: Bool) async {
    let store = makeStore(isHosted: isHosted)
    await store.send(.begin(way)).finish()
    #expect(store.state.told == ["override 7"])
    await store.send(.plain).finish()
    #expect(store.state.told == ["override 7", "store 7"])
  }

  @Test("an effect that is made before its store is")
  func earlier() async {
    let effect = withDependencies {
      $0.origin = "earlier"
    } operation: {
      Effect<String>.run { send in
        @Dependency(\.origin) var origin
        await send(origin)
      }
    }
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        return action == "begin" ? effect : .none
      }
    } withDependencies: {
      $0.origin = "store"
    }
    await store.send("begin").finish()
    #expect(store.state == ["begin", "earlier"])
  }

  @Test("an effect of a test's store, whose other values a test may change")
  func testStore() async {
    let store = TestStore(initialState: Teller.State()) {
      Teller()
    } withDependencies: {
      $0.origin = "store"
      $0.onlyTest = 7
    }
    await store.send(.begin(.run))
    await store.receive(.told("override 7")) { $0.told = ["override 7"] }
    store.dependencies.origin = "later"
    await store.send(.plain)
    await store.receive(.told("later 7")) { $0.told.append("later 7") }
  }

  @Test("an object, unless the caller overrides the same dependency")
  func object() {
    let model = withDependencies {
      $0.origin = "made"
      $0.onlyTest = 1
    } operation: {
      Model()
    }
    #expect(model.text == "made 1")
    let overridden = withDependencies {
      $0.origin = "call"
    } operation: {
      model.text
    }
    #expect(overridden == "call 1")
    let inner = withDependencies(from: model) {
      $0.onlyTest = 2
    } operation: {
      model.text
    }
    #expect(inner == "made 2")
    #expect(model.text == "made 1")
  }

  @Test("a feature, where its reducer overrides what it calls", arguments: [false, true])
  func feature(isHosted: Bool) async {
    let store = makeStore(isHosted: isHosted)
    await store.send(.readProperty).finish()
    #expect(store.state.told == ["override"])
  }

  @Test(
    "an effect, though what it overrides itself is further in", arguments: Nester.Way.allCases,
    [false, true])
  func nested(way: Nester.Way, isHosted: Bool) async {
    let store = makeNester(isHosted: isHosted) { Nester() }
    await store.send(.begin(way)).finish()
    #expect(store.state.told == ["inner 1", "outer 1"])
  }

  @Test(
    "a reducer below an operator, though what it overrides itself is further in",
    arguments: Nester.Way.allCases, [false, true])
  func belowOperator(way: Nester.Way, isHosted: Bool) async {
    let store = makeNester(isHosted: isHosted) {
      Nester().dependency(\.origin, "operator").dependency(\.onlyTest, 2)
    }
    await store.send(.begin(way)).finish()
    #expect(store.state.told == ["inner 2", "outer 2"])
    await store.send(.inPlace).finish()
    #expect(store.state.told.suffix(3) == ["inner 2", "operator 2", "inner 2"])
  }

  @Test("what escapes from below an operator")
  func escaped() async {
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        guard action == "begin" else {
          state.append(action)
          return .none
        }
        return withEscapedDependencies { dependencies in
          .run { send in
            // A task that inherits nothing stands for another library's thread.
            let text = await Task.detached { dependencies.yield { Model().text } }.value
            await send(text)
          }
        }
      }
      .dependency(\.origin, "operator")
    } withDependencies: {
      $0.origin = "store"
      $0.onlyTest = 7
    }
    await store.send("begin").finish()
    #expect(store.state == ["operator 7"])
  }

  private func makeNester(
    isHosted: Bool, _ nester: () -> some ReducerOf<Nester>
  ) -> StoreOf<Nester> {
    let nester = nester()
    return Store(initialState: Nester.State()) {
      Scope(state: \.self, action: \.self) {
        if isHosted { nester.hosted() } else { nester }
      }
    } withDependencies: {
      $0.origin = "store"
      $0.onlyTest = 1
    }
  }
}

private struct Model: Sendable {
  @Dependency(\.origin) var origin
  @Dependency(\.onlyTest) var onlyTest

  var text: String { "\(origin) \(onlyTest)" }
}

@Reducer
struct Teller {
  /// The way in which an effect is made under an override.
  enum Way: Codable, CaseIterable, Sendable {
    case run, map, concatenate, property, sequence
  }

  struct State: Codable, Equatable, Sendable {
    var told: [String] = []
  }

  enum Action: Codable, Equatable, Sendable {
    case begin(Way)
    case plain
    case readProperty
    case told(String)
  }

  @Dependency(\.origin) var origin
  @Dependency(\.onlyTest) var onlyTest

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .begin(let way):
        let outer = Effect<Int>.run { send in await send(0) }
        return withDependencies {
          $0.origin = "override"
        } operation: {
          switch way {
          case .run: tell
          case .map: outer.map { _ in .told(text) }
          case .concatenate: .concatenate(.run { _ in }, tell)
          case .property: .run { send in await send(.told("\(origin) \(onlyTest)")) }
          case .sequence: .sequence { AsyncStream { self.text }.prefix(1).map { .told($0) } }
          }
        }
      case .plain: return tell
      case .readProperty:
        state.told.append(
          withDependencies {
            $0.origin = "override"
          } operation: {
            origin
          })
        return .none
      case .told(let text):
        state.told.append(text)
        return .none
      }
    }
  }

  private var tell: Effect<Action> {
    .run { send in await send(.told(text)) }
  }

  private var text: String {
    @Dependency(\.origin) var origin
    @Dependency(\.onlyTest) var onlyTest
    return "\(origin) \(onlyTest)"
  }
}
