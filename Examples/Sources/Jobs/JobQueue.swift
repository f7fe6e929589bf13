package import Pando

/// The program: jobs in the order in which they came, at most so many at once. A job that fails is tried
/// again after a pause, which doubles each time, and leaves its place to another meanwhile.
@Reducer
package struct JobQueue {
  @ObservableState
  package struct State: Equatable, Sendable {
    /// The number of jobs that may run at once.
    package let limit: Int
    /// The number of attempts after which one is given up.
    package let maxAttempts: Int
    package var jobs: IdentifiedArrayOf<Job.State> = []
    package var waiting: [Job.State.ID] = []
    package var running: [Job.State.ID] = []

    package init(limit: Int = 2, maxAttempts: Int = 4) {
      self.limit = limit
      self.maxAttempts = maxAttempts
    }
  }

  package enum Action: Sendable {
    case added(Work)
    case pauseEnded(Job.State.ID)
    case jobs(IdentifiedActionOf<Job>)
  }

  @Dependency(\.continuousClock) var clock

  /// The time that a worker has for one attempt.
  let timeout: Duration

  package init(timeout: Duration = .seconds(2)) {
    self.timeout = timeout
  }

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .added(let work):
        let id = state.jobs.count + 1
        state.jobs.append(Job.State(id: id, work: work))
        state.waiting.append(id)
        return state.startWaiting()

      case .pauseEnded(let id):
        state.waiting.append(id)
        return state.startWaiting()

      case .jobs(.element(let id, _)):
        state.running.removeAll { $0 == id }
        return .merge(state.startWaiting(), tryAgainLater(state.jobs[id: id], of: state))
      }
    }
    .forEach(\.jobs, action: \.jobs) {
      // No job waits for another that came before it.
      Job().hosted(order: .asReady, timeout: timeout, onCrash: .cutOff)
    }
  }

  private func tryAgainLater(_ job: Job.State?, of state: State) -> Effect<Action> {
    guard let job, case .failed = job.outcome, job.attempts < state.maxAttempts else {
      return .none
    }
    return .run { send in
      try await clock.sleep(for: .milliseconds(100 << job.attempts))
      await send(.pauseEnded(job.id))
    }
  }
}

extension JobQueue.State {
  /// Gives the free places to the jobs that have waited longest.
  fileprivate mutating func startWaiting() -> Effect<JobQueue.Action> {
    let next = Array(waiting.prefix(limit - running.count))
    waiting.removeFirst(next.count)
    running += next
    return .merge(next.map { .send(.jobs(.element(id: $0, action: .run))) })
  }
}
