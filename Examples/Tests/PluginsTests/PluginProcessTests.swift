import ExampleTestSupport
import PandoTesting
import Plugins
import Testing

@Suite("Plug-ins in processes")
struct PluginProcessTests {
  @Test("are each in a process of its own, where there are enough")
  func spread() async throws {
    let store = pool(workers: 3, "mirror", "capitals", "numbers")
    // One that comes earlier goes to a worker that is there already.
    try await eventually("all are ready") { store.workers.allSatisfy { $0.state == .ready } }
    await store.send(.read("ab")).finish()
    #expect(store.state.texts == ["1. BA"])
    let processes = store.hostedChildren.compactMap(\.processID)
    #expect(processes.count == 3)
    #expect(Set(processes).count == 3)
    #expect(!processes.contains(ProcessInfo.processInfo.processIdentifier))
    await store.stop()
  }

  @Test("one that crashes is left out, and the text goes on as it was")
  func crash() async {
    let store = pool(workers: 2, "second", "numbers")
    for text in ["one two", "three", "four five"] { await store.send(.read(text)).finish() }
    #expect(store.state.texts == ["1. two", "2. three", "3. four five"])
    #expect(store.state.slots.map(\.isOff) == [true, false])
    await store.stop()
  }

  private func pool(workers: Int, _ names: String...) -> StoreOf<PluginPool> {
    Store(initialState: PluginPool.State(names: names)) {
      PluginPool()
    } withDependencies: {
      $0.hosting = WorkerProcess.workers(workers)
    }
  }
}
