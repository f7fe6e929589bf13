import IssueReporting
import Pando
import PandoTesting
import Synchronization
import Testing

@Suite("A test's store and actions that commit without effect", .timeLimit(.minutes(15)))
struct FailedActionTests {
  typealias Nest = CrashPolicyTests.Nest

  private func makeStore(_ policy: CrashPolicy<Nest.State, Nest.Action>) -> TestStoreOf<Nest> {
    TestStore(initialState: Nest.State()) { Nest().hosted(onCrash: policy) }
  }

  @Test("an action that fails is reported once")
  func once() async {
    let texts = await failures {
      let store = makeStore(.drop)
      await store.send(.crack)
      await store.send(.up) { $0.count = 1 }
    }
    #expect(texts.count == 1)
    #expect(texts.allSatisfy { $0.contains("commits without effect") })
  }

  @Test("what the policy changes is asserted")
  func restarted() async {
    let texts = await failures {
      let store = makeStore(.restart(from: Nest.State()))
      await store.send(.up) { $0.count = 1 }
      await store.send(.crack) { $0.count = 0 }
      await store.send(.up) { $0.count = 1 }
    }
    #expect(texts.count == 1)
    #expect(texts.allSatisfy { $0.contains("commits without effect") })
  }

  @Test("what the policy sends is received")
  func told() async {
    let texts = await failures {
      let store = makeStore(.drop { .failed("\($0.action)") })
      await store.send(.crack)
      await store.receive(.failed("crack")) { $0.told = ["crack"] }
    }
    #expect(texts.count == 1)
    #expect(texts.allSatisfy { $0.contains("commits without effect") })
  }

  @Reducer
  struct Talker {
    struct State: Codable, Equatable, Sendable { var egg = CrashPolicyTests.Egg() }

    enum Action: Codable, CustomStringConvertible, Sendable {
      case crack

      static let look = Mutex<(@Sendable () -> Void)?>(nil)

      var description: String {
        Self.look.withLock { $0 }?()
        return "a crack"
      }
    }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.egg.isCracked = true
        return .none
      }
    }
  }

  private final class Looks: Sendable {
    let underLock = Mutex<[Bool]>([])
  }

  @Test("an action that fails is named by its case, and not described")
  func named() async {
    var dependencies = DependencyValues()
    dependencies.hosting = .inProcess
    let engine = StoreEngine(
      initialState: { Talker.State() }, reducer: { Talker().hosted() }, dependencies: dependencies)
    let looks = Looks()
    Talker.Action.look.withLock {
      $0 = { looks.underLock.withLock { $0.append(engine.isLockedHere) } }
    }
    await withKnownIssue {
      let sent = engine.send(.crack)
      if let sent { await engine.finish(sent) }
    } matching: { issue in
      "\(issue)".contains("Action: PandoTests.FailedActionTests.Talker.Action.crack\n")
    }
    Talker.Action.look.withLock { $0 = nil }
    #expect(looks.underLock.withLock { $0 } == [])
    engine.stop()
  }
}
