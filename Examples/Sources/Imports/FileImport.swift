package import Pando

/// Reads one file. It is hosted, since its parser is not to be trusted with files that others wrote: a file that crashes it
/// ends a worker, and nothing else.
@Reducer
package struct FileImport {
  @ObservableState
  package struct State: Codable, Equatable, Identifiable, Sendable {
    package enum Outcome: Codable, Equatable, Sendable {
      case waiting
      case read(Ledger)
      case noLedger
      /// It crashed its parser.
      case deadly
    }

    package let id: String
    /// The content; nil once the parser is done with it.
    package var text: String?
    package var outcome = Outcome.waiting

    package init(id: String, text: String?) {
      self.id = id
      self.text = text
    }
  }

  package enum Action: Codable, Equatable, Sendable {
    case parse
    case parsed(State.Outcome)
    /// The worker was lost while it parsed.
    case interrupted(HostedLoss)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .parse:
        return parse(state.text)

      case .parsed(let outcome):
        state.text = nil
        state.outcome = outcome
        return .none

      case .interrupted(let loss):
        // Another file crashed the worker, or nobody's did: this one is read again.
        guard loss.blame == .certain else { return parse(state.text) }
        return .send(.parsed(.deadly))
      }
    }
  }

  /// Parses in an effect, whose name the log says when it crashes.
  private func parse(_ text: String?) -> Effect<Action> {
    guard let text else { return .none }
    return .run(name: "parse") { send in
      await send(.parsed(Ledger(parsing: text).map(State.Outcome.read) ?? .noLedger))
    }
  }
}
