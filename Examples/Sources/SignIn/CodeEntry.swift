package import Pando

/// Asks for the code that was sent.
@Reducer
package struct CodeEntry {
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    package let ticket: String
    package let digits: Int
    package var code = ""
    package var isChecking = false
    package var problem: AccountProblem?

    package init(ticket: String, digits: Int) {
      self.ticket = ticket
      self.digits = digits
    }
  }

  package enum Action: BindableAction, Codable, Equatable, Sendable {
    case binding(BindingAction<State>)
    case lostPhoneButtonTapped
    case refused(AccountProblem)
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
      case .binding(\.code):
        state.problem = nil
        guard state.code.count >= state.digits else { return .none }
        state.isChecking = true
        return .run { [code = state.code, ticket = state.ticket] send in
          await send(.delegate(.signedIn(try await accounts.confirm(code: code, ticket: ticket))))
        } catch: { error, send in
          await send(.refused(error as? AccountProblem ?? .wrongCode))
        }

      case .refused(let problem):
        state.isChecking = false
        state.code = ""
        state.problem = problem
        return .none

      case .binding, .lostPhoneButtonTapped, .delegate:
        return .none
      }
    }
  }
}
