package import Pando

/// One job. It is hosted, and works in an effect: a job that crashes or hangs ends its worker and nothing else.
@Reducer
package struct Job {
  @ObservableState
  package struct State: Codable, Equatable, Identifiable, Sendable {
    package enum Outcome: Codable, Equatable, Sendable {
      case done(String)
      /// Another attempt may help.
      case failed(String)
      /// It took too long, or ended its worker.
      case cutOff(String)
    }

    package let id: Int
    package let work: Work
    package var attempts = 0
    /// Nil before the first attempt, and while one runs.
    package var outcome: Outcome?

    package init(id: Int, work: Work) {
      self.id = id
      self.work = work
    }
  }

  package enum Action: Codable, Equatable, Sendable {
    case run
    case ended(State.Outcome)
    case outOfTime
    /// The worker was lost, or the whole process that the queue was in.
    case interrupted(HostedLoss)
  }

  private enum CancelID { case attempt }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .run:
        state.attempts += 1
        state.outcome = nil
        return attempt(state)

      case .ended(let outcome):
        // It may have been on its way when the job was cut off.
        guard state.outcome == nil else { return .none }
        state.outcome = outcome
        return .none

      case .outOfTime:
        guard state.outcome == nil else { return .none }
        state.outcome = .cutOff("it took too long")
        return .cancel(id: CancelID.attempt)

      case .interrupted(let loss):
        guard state.attempts > 0, state.outcome == nil else { return .none }
        // Another job ended the worker, or nobody's code did: the attempt begins again.
        guard loss.blame == .certain else { return attempt(state) }
        state.outcome = .cutOff("it crashed")
        return .none
      }
    }
  }

  /// Does the work in an effect of its name, which the log says when it ends a worker.
  private func attempt(_ state: State) -> Effect<Action> {
    .run(name: state.work.name) { [work = state.work, number = state.attempts] send in
      let outcome: State.Outcome
      do {
        outcome = .done(try work.result(attempt: number))
      } catch {
        outcome = .failed("\(error)")
      }
      await send(.ended(outcome))
    }
    .cancellable(id: CancelID.attempt, cancelInFlight: true)
  }
}

extension CrashPolicy<Job.State, Job.Action> {
  /// Tells the job, in the words that a person reads, that no worker could do it.
  static var cutOff: Self {
    .drop { failure in
      switch failure.reason {
      case .hung: .ended(.cutOff("it took too long"))
      case .crashed, .effectsCrashed: .ended(.cutOff("it crashed"))
      case .killed: .ended(.cutOff("its workers were killed"))
      case .unhosted(let reason): .ended(.cutOff(reason))
      }
    }
  }
}
