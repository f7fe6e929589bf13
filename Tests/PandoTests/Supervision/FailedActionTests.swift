import Pando
import PandoTesting
import Testing

@Suite("A test's store and actions that commit without effect", .timeLimit(.minutes(1)))
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
}
