import ExampleTestSupport
import Jobs
import PandoTesting
import Testing

@Suite("A job that ends its worker")
struct HangingJobTests {
  @Test("because it hangs is cut off, and the jobs around it are done")
  func hangs() async {
    let store = queue()
    await run([.primes(below: 10), .hang, .flaky(failures: 1), .primes(below: 100)], store)
    #expect(
      store.state.jobs.map(\.outcome) == [
        .done("4 primes"), .cutOff("it took too long"), .done("there at last"), .done("25 primes"),
      ])
    #expect(store.state.running.isEmpty)
    #expect(store.state.waiting.isEmpty)

    // Another one later finds a worker.
    await run([.primes(below: 20)], store)
    #expect(store.state.jobs[id: 5]?.outcome == .done("8 primes"))
    await store.stop()
  }

  @Test("because it crashes is cut off at once, and the jobs around it are done")
  func crashes() async {
    let store = queue()
    await run([.primes(below: 10), .crash, .flaky(failures: 1), .primes(below: 100)], store)
    #expect(
      store.state.jobs.map(\.outcome) == [
        .done("4 primes"), .cutOff("it crashed"), .done("there at last"), .done("25 primes"),
      ])
    #expect(store.state.jobs[id: 2]?.attempts == 1)
    await store.stop()
  }

  private func queue() -> StoreOf<JobQueue> {
    Store(initialState: JobQueue.State(limit: 3)) {
      JobQueue(timeout: .seconds(2))
    } withDependencies: {
      $0.hosting = WorkerProcess.workers(2)
      $0.continuousClock = ContinuousClock()
    }
  }

  private func run(_ jobs: [Work], _ store: StoreOf<JobQueue>) async {
    let tasks = jobs.map { store.send(.added($0)) }
    for task in tasks { await task.finish() }
  }
}
