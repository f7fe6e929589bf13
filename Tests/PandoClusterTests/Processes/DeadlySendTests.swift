import ClusterFeatures
import IssueReporting
import Pando
import PandoCluster
import Testing

/// An effect that sends an action which ends every worker, and that its feature starts again each time: the
/// worker may reduce such an action before its client knows of it.
@Suite("An effect that sends what ends every worker", .serialized, .timeLimit(.minutes(15)))
struct DeadlySendTests {
  @Reducer
  struct Box {
    struct State: Sendable {
      var squib = Squib.State()
      var shard = Shard.State(id: 1)
    }

    @CasePathable
    enum Action: Sendable { case squib(Squib.Action), shard(Shard.Action) }

    var body: some Reducer<State, Action> {
      Scope(state: \.squib, action: \.squib) {
        Squib().hosted(
          interrupted: .interrupted, timeout: .milliseconds(500), onCrash: .drop { _ in .failed })
      }
      Scope(state: \.shard, action: \.shard) { Shard().hosted() }
    }
  }

  @Test(
    "does not end workers for ever, nor hangs there: the feature is told, and its neighbour goes on",
    arguments: [false, true])
  func isGivenUp(hangs: Bool) async throws {
    let store = Store(initialState: Box.State()) {
      Box()
    } withDependencies: {
      $0.hosting = .workers(2, executable: ClusterProgram.path)
    }
    await withIssueReporters([]) {
      await store.send(.shard(.up)).finish()
      store.send(.squib(.light(hangs: hangs)))
    }
    try await eventually("the feature is told", within: 200) { store.state.squib.failures > 0 }
    await store.send(.shard(.up)).finish()
    let state = store.state
    #expect(state.shard.count == 2)
    // What it sent before has committed, each time that its effect began.
    #expect(state.squib.sparks.isMultiple(of: 3), "\(state.squib)")
    #expect(state.squib.sparks >= 3)
    await store.stop()
  }

  /// The client has nothing to ask for then, and no batch of it waits for the reducer that hangs: nobody but the worker
  /// can know.
  @Test("is found where it hangs long after anybody has sent anything")
  func hangsInSilence() async throws {
    let store = Store(initialState: Box.State()) {
      Box()
    } withDependencies: {
      $0.hosting = .workers(1, executable: ClusterProgram.path)
    }
    withIssueReporters([]) {
      _ = store.send(.squib(.light(hangs: true, pauseMilliseconds: 3_000)))
    }
    try await eventually("its feature is told", within: 60) { store.state.squib.interruptions > 0 }
    #expect(store.state.squib.sparks >= 3)
    await store.stop()
  }
}
