import ClusterFeatures
import Pando
import PandoCluster
import Testing

@Suite("Dependencies of worker processes", .serialized, .timeLimit(.minutes(15)))
struct WorkerDependencyTests {
  private func makeStore(_ update: @escaping (inout DependencyValues) -> Void) -> StoreOf<Inn> {
    Store(initialState: Inn.State()) {
      Inn()
    } withDependencies: {
      $0.hosting = .workers(1, executable: ClusterProgram.path)
      update(&$0)
    }
  }

  @Test("are those that the program prepares for its workers")
  func prepared() async {
    let store = makeStore { _ in }
    await store.send(.guest(.ask)).finish()
    #expect(store.state.guest.home == "the worker")
    #expect(store.state.guest.homeOfEffect == "the worker")
    await store.stop()
  }

  @Test("are told by name where a store overrides them")
  func overridden() async {
    var store: StoreOf<Inn>?
    withKnownIssue {
      store = makeStore { $0.home = "the store" }
    } matching: { issue in
      let text = "\(issue)"
      return text.contains("\"home\" is overridden for a store") && text.contains("prepareWorker")
    }
    await store?.send(.guest(.ask)).finish()
    #expect(store?.state.guest.home == "the worker")
    await store?.stop()
  }
}
