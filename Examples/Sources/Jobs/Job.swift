package import Pando

/// One job. It is hosted, and works in its reducer: so a job that hangs is cut off by the `timeout:` of its
/// hosting, and takes a worker with it and nothing else.
@Reducer
package struct Job {
  @ObservableState
  package struct State: Codable, Equatable, Identifiable, Sendable {
    package enum Outcome: Codable, Equatable, Sendable {
      case done(String)
      /// Another attempt may help.
      case failed(String)
      /// No worker survived it.
      case cutOff(String)
    }

    package let id: Int
    package let work: Work
    package var attempts = 0
    package var outcome: Outcome?

    package init(id: Int, work: Work) {
      self.id = id
      self.work = work
    }
  }

  package enum Action: Codable, Equatable, Sendable {
    case run
    case cutOff(String)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .run:
        state.attempts += 1
        do {
          state.outcome = .done(try state.work.result(attempt: state.attempts))
        } catch {
          state.outcome = .failed("\(error)")
        }
        return .none

      case .cutOff(let reason):
        state.outcome = .cutOff(reason)
        return .none
      }
    }
  }
}

extension CrashPolicy<Job.State, Job.Action> {
  /// Tells the job, in the words that a person reads, that no worker could do it.
  static var cutOff: Self {
    .drop { failure in
      switch failure.reason {
      case .hung: .cutOff("it took too long")
      case .crashed, .effectsCrashed: .cutOff("it crashed")
      case .killed: .cutOff("its workers were killed")
      case .unhosted(let reason): .cutOff(reason)
      }
    }
  }
}
