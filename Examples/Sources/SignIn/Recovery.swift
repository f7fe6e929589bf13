package import Pando

/// Asks for the word that takes the place of a lost phone.
@Reducer
package struct Recovery {
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    package let ticket: String
    package var word = ""
    package var problem: AccountProblem?

    package init(ticket: String) {
      self.ticket = ticket
    }
  }

  package enum Action: BindableAction, Codable, Equatable, Sendable {
    case binding(BindingAction<State>)
    case recoverButtonTapped
    case answered(TaskResult<Account>)
    case delegate(Delegate)

    @CasePathable
    package enum Delegate: Codable, Equatable, Sendable {
      case signedIn(Account)
    }
  }

  @Dependency(\.accounts) var accounts

  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .recoverButtonTapped:
        return .run { [word = state.word, ticket = state.ticket] send in
          await send(
            .answered(TaskResult { try await accounts.recover(word: word, ticket: ticket) }))
        }

      case .answered(.success(let account)):
        return .send(.delegate(.signedIn(account)))

      case .answered(.failure):
        state.problem = .wrongCode
        return .none

      case .binding, .delegate:
        return .none
      }
    }
  }
}
