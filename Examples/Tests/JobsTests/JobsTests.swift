import ExampleTestSupport
import Jobs
import PandoTesting
import Testing

@Suite("The queue of jobs")
struct JobsTests {
  private let clock = TestClock()

  @Test("runs so many at once, and the next when there is room", arguments: Place.allCases)
  func limit(place: Place) async {
    var full = JobQueue.State(limit: 1)
    full.jobs = IdentifiedArray(
      uniqueElements: (1...3).map { Job.State(id: $0, work: .primes(below: 10)) })
    full.running = [1]
    full.waiting = [2, 3]
    let store = queue(place, full)
    await store.send(\.jobs[id: 1].run) { $0.jobs[id: 1]?.attempts = 1 }
    await store.receive(\.jobs[id: 1].ended) {
      $0.jobs[id: 1]?.outcome = .done("4 primes")
      $0.running = [2]
      $0.waiting = [3]
    }
    await receiveRun(2, .done("4 primes"), in: store) {
      $0.running = [3]
      $0.waiting = []
    }
    await receiveRun(3, .done("4 primes"), in: store) { $0.running = [] }
    await store.finish()
  }

  @Test("a job that fails is tried again, after a pause that doubles", arguments: Place.allCases)
  func backsOff(place: Place) async {
    let store = queue(place)
    await add(.flaky(failures: 2), to: store) { $0.running = [1] }
    await receiveRun(1, .failed("not available at attempt 1"), in: store) { $0.running = [] }
    await clock.advance(by: .milliseconds(199))
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.pauseEnded, 1) { $0.running = [1] }
    await receiveRun(1, .failed("not available at attempt 2"), in: store) { $0.running = [] }
    await clock.advance(by: .milliseconds(400))
    await store.receive(\.pauseEnded, 1) { $0.running = [1] }
    await receiveRun(1, .done("there at last"), in: store) { $0.running = [] }
    await store.finish()
  }

  @Test("a job that fails leaves its place to another while it pauses", arguments: Place.allCases)
  func leavesPlace(place: Place) async {
    var full = JobQueue.State(limit: 1)
    full.jobs = [
      Job.State(id: 1, work: .flaky(failures: 1)), Job.State(id: 2, work: .primes(below: 4)),
    ]
    full.running = [1]
    full.waiting = [2]
    let store = queue(place, full)
    await store.send(\.jobs[id: 1].run) { $0.jobs[id: 1]?.attempts = 1 }
    await store.receive(\.jobs[id: 1].ended) {
      $0.jobs[id: 1]?.outcome = .failed("not available at attempt 1")
      $0.running = [2]
      $0.waiting = []
    }
    await receiveRun(2, .done("2 primes"), in: store) { $0.running = [] }
    await clock.advance(by: .milliseconds(200))
    await store.receive(\.pauseEnded, 1) { $0.running = [1] }
    await receiveRun(1, .done("there at last"), in: store) { $0.running = [] }
    await store.finish()
  }

  @Test("a job is given up after its last attempt", arguments: Place.allCases)
  func givesUp(place: Place) async {
    let store = queue(place, JobQueue.State(maxAttempts: 1))
    await add(.flaky(failures: 9), to: store) { $0.running = [1] }
    await receiveRun(1, .failed("not available at attempt 1"), in: store) { $0.running = [] }
    await clock.advance(by: .seconds(60))
    await store.finish()
  }

  @Test("a job that takes too long is cut off, and leaves its place", arguments: Place.allCases)
  func tooLong(place: Place) async {
    let store = queue(place, running)
    await store.send(\.jobs[id: 1].outOfTime) {
      $0.jobs[id: 1]?.outcome = .cutOff("it took too long")
      $0.running = []
    }
    await store.finish()
  }

  @Test("a job whose worker was lost begins again where it is innocent", arguments: Place.allCases)
  func innocent(place: Place) async {
    let store = queue(place, running)
    let loss = HostedLoss(worker: "worker 1", cause: .crashed, blame: .innocent)
    await store.send(.jobs(.element(id: 1, action: .interrupted(loss))))
    await store.receive(\.jobs[id: 1].ended) {
      $0.jobs[id: 1]?.outcome = .done("4 primes")
      $0.running = []
    }
    await store.finish()
  }

  @Test("a job that has certainly ended its worker is cut off", arguments: Place.allCases)
  func certain(place: Place) async {
    let store = queue(place, running)
    let loss = HostedLoss(worker: "worker 1", cause: .crashed, blame: .certain, effect: "primes")
    await store.send(.jobs(.element(id: 1, action: .interrupted(loss)))) {
      $0.jobs[id: 1]?.outcome = .cutOff("it crashed")
      $0.running = []
    }
    await store.finish()
  }

  @Test(
    "goes on after its process has ended, with what ran, waited and paused",
    arguments: Place.allCases)
  func restarts(place: Place) async {
    var state = JobQueue.State(limit: 1)
    state.jobs = [
      Job.State(id: 1, work: .primes(below: 10)), Job.State(id: 2, work: .primes(below: 4)),
      Job.State(id: 3, work: .flaky(failures: 1)),
    ]
    state.jobs[id: 1]?.attempts = 1
    state.jobs[id: 3]?.attempts = 1
    state.jobs[id: 3]?.outcome = .failed("not available at attempt 1")
    (state.running, state.waiting) = ([1], [2])
    let store = queue(place, state)
    // Jobs commit when they are ready: in which order they are told is not said.
    store.exhaustivity = .off
    await store.restart()
    await store.receive(\.jobs[id: 1].ended)
    await store.receive(\.jobs[id: 2].ended)
    await store.send(.resumed(limit: 2))
    await store.receive(\.jobs[id: 3].ended)
    // A pause that was there besides.
    await store.send(.pauseEnded(3))
    #expect(
      store.state.jobs.map(\.outcome) == [
        .done("4 primes"), .done("2 primes"), .done("there at last"),
      ])
    #expect(store.state.jobs.map(\.attempts) == [1, 1, 2])
    #expect(store.state.running.isEmpty && store.state.waiting.isEmpty)
    await store.finish()
  }

  /// A queue with one job, at its first attempt.
  private var running: JobQueue.State {
    var state = JobQueue.State()
    var job = Job.State(id: 1, work: .primes(below: 10))
    job.attempts = 1
    state.jobs = [job]
    state.running = [1]
    return state
  }

  private func add(
    _ work: Work, to store: TestStoreOf<JobQueue>,
    _ change: @escaping (inout JobQueue.State) -> Void
  ) async {
    await store.send(.added(work)) {
      $0.jobs.append(Job.State(id: $0.jobs.count + 1, work: work))
      change(&$0)
    }
  }

  private func receiveRun(
    _ id: Job.State.ID, _ outcome: Job.State.Outcome, in store: TestStoreOf<JobQueue>,
    _ change: @escaping (inout JobQueue.State) -> Void
  ) async {
    await store.receive(\.jobs[id: id].run) {
      $0.jobs[id: id]?.attempts += 1
      $0.jobs[id: id]?.outcome = nil
    }
    await store.receive(\.jobs[id: id].ended, outcome) {
      $0.jobs[id: id]?.outcome = outcome
      change(&$0)
    }
  }

  private func queue(_ place: Place, _ state: JobQueue.State = .init()) -> TestStoreOf<JobQueue> {
    TestStore(initialState: state, faults: place.faults) {
      JobQueue()
    } withDependencies: {
      $0.continuousClock = clock
      place.prepare(&$0)
    }
  }
}
