package import Pando

/// Reads one file. It is hosted, since its parser is not to be trusted with files that others wrote: what
/// dies of a file is a worker.
@Reducer
package struct FileImport {
  @ObservableState
  package struct State: Codable, Equatable, Identifiable, Sendable {
    package enum Outcome: Codable, Equatable, Sendable {
      case waiting
      case read(Ledger)
      case noLedger
      /// Every worker that tried has died.
      case deadly
    }

    package let id: String
    package var outcome = Outcome.waiting

    package init(id: String) {
      self.id = id
    }
  }

  package enum Action: Codable, Equatable, Sendable {
    case parse(String)
    case failed
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .parse(let text):
        state.outcome = Ledger(parsing: text).map(State.Outcome.read) ?? .noLedger
      case .failed:
        state.outcome = .deadly
      }
      return .none
    }
  }
}
