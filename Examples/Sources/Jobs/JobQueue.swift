package import Pando

/// The program: jobs in the order in which they came, at most so many at once. A job that fails is tried
/// again after a pause, which doubles each time, and leaves its place to another meanwhile. One that takes too
/// long is cut off. A queue that is in a journal goes on after its process has ended, wherever that was.
@Reducer
package struct JobQueue {
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    /// The number of jobs that may run at once.
    package var limit: Int
    /// The number of attempts after which one is given up.
    package let maxAttempts: Int
    package var jobs: IdentifiedArrayOf<Job.State> = []
    package var waiting: [Job.State.ID] = []
    package var running: [Job.State.ID] = []

    package init(limit: Int = 2, maxAttempts: Int = 4) {
      self.limit = limit
      self.maxAttempts = maxAttempts
    }

    /// True if no job is to be run any more.
    package var isDone: Bool {
      waiting.isEmpty && running.isEmpty
        && jobs.allSatisfy { $0.outcome != nil && !mayTryAgain($0) }
    }

    fileprivate func mayTryAgain(_ job: Job.State) -> Bool {
      if case .failed = job.outcome { job.attempts < maxAttempts } else { false }
    }

    fileprivate func isPaused(_ job: Job.State) -> Bool {
      mayTryAgain(job) && !waiting.contains(job.id) && !running.contains(job.id)
    }
  }

  package enum Action: Codable, Sendable {
    case added(Work)
    /// Another process has ended, which the queue was in, and the pauses with it.
    case resumed(limit: Int)
    case pauseEnded(Job.State.ID)
    case jobs(IdentifiedActionOf<Job>)
  }

  private enum CancelID: Hashable { case attempt(Job.State.ID) }

  @Dependency(\.continuousClock) var clock

  /// The time that a job has for one attempt.
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

      case .resumed(let limit):
        state.limit = limit
        state.waiting += state.jobs.filter { state.isPaused($0) }.map(\.id)
        return state.startWaiting()

      case .pauseEnded(let id):
        guard let job = state.jobs[id: id], state.isPaused(job) else { return .none }
        state.waiting.append(id)
        return state.startWaiting()

      case .jobs(.element(let id, let action)):
        guard state.running.contains(id), let job = state.jobs[id: id] else { return .none }
        // An attempt began, perhaps on another worker.
        if job.outcome == nil, action != .outOfTime { return cutOffLater(id) }
        state.running.removeAll { $0 == id }
        return .merge(
          .cancel(id: CancelID.attempt(id)), state.startWaiting(), tryAgainLater(job, of: state))
      }
    }
    .forEach(\.jobs, action: \.jobs) {
      // No job waits for another that came before it. One that goes on once it is cut off is ended by force.
      Job().hosted(
        interrupted: { .interrupted($0) }, order: .asReady, cancellationTimeout: .seconds(1),
        onCrash: .cutOff)
    }
  }

  private func cutOffLater(_ id: Job.State.ID) -> Effect<Action> {
    .run { send in
      try await clock.sleep(for: timeout)
      await send(.jobs(.element(id: id, action: .outOfTime)))
    }
    .cancellable(id: CancelID.attempt(id), cancelInFlight: true)
  }

  private func tryAgainLater(_ job: Job.State, of state: State) -> Effect<Action> {
    guard state.mayTryAgain(job) else { return .none }
    return .run { send in
      try await clock.sleep(for: .milliseconds(100 << job.attempts))
      await send(.pauseEnded(job.id))
    }
  }
}

extension JobQueue.State {
  /// Gives the free places to the jobs that have waited longest.
  fileprivate mutating func startWaiting() -> Effect<JobQueue.Action> {
    let next = Array(waiting.prefix(max(0, limit - running.count)))
    waiting.removeFirst(next.count)
    running += next
    return .merge(next.map { .send(.jobs(.element(id: $0, action: .run))) })
  }
}
