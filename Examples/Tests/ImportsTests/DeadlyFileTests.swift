import ExampleTestSupport
import Imports
import PandoTesting
import Testing

@Suite("A file that kills its parser")
struct DeadlyFileTests {
  @Test("kills a worker and nothing else, and the files around it are read")
  func deadly() async {
    let store = Store(initialState: ImportQueue.State()) {
      ImportQueue()
    } withDependencies: {
      $0.hosting = WorkerProcess.workers(2)
    }
    var tasks: [StoreTask] = []
    for number in 1...5 {
      let text = number == 3 ? "rows 7\n1\n" : "rows 1\n\(number)\n"
      tasks.append(store.send(.added(name: "\(number)", text: text)))
    }
    for task in tasks { await task.finish() }
    let outcomes = store.state.files.map(\.outcome)
    #expect(outcomes[2] == .deadly)
    #expect(
      [outcomes[0], outcomes[1], outcomes[3], outcomes[4]]
        == [1, 2, 4, 5].map { .read(Ledger(rows: 1, sum: $0)) })
    #expect(store.state.sum == 12)

    // Another one later finds workers.
    await store.send(.added(name: "6", text: "rows 1\n6\n")).finish()
    #expect(store.state.sum == 18)
    await store.stop()
  }
}
