import ExampleTestSupport
import Jobs
import PandoTesting
import Testing

@Suite("A job that hangs")
struct HangingJobTests {
  @Test("is cut off with its worker, and the jobs around it are done")
  func cutOff() async {
    let store = Store(initialState: JobQueue.State(limit: 3)) {
      JobQueue(timeout: .milliseconds(500))
    } withDependencies: {
      $0.hosting = WorkerProcess.workers(2)
    }
    let jobs = [Work.primes(below: 10), .hang, .flaky(failures: 1), .primes(below: 100)]
    let tasks = jobs.map { store.send(.added($0)) }
    for task in tasks { await task.finish() }
    #expect(
      store.state.jobs.map(\.outcome) == [
        .done("4 primes"), .cutOff("it took too long"), .done("there at last"), .done("25 primes"),
      ])
    #expect(store.state.running.isEmpty)
    #expect(store.state.waiting.isEmpty)

    // Another one later finds a worker.
    await store.send(.added(.primes(below: 20))).finish()
    #expect(store.state.jobs[id: 5]?.outcome == .done("8 primes"))
    await store.stop()
  }
}
