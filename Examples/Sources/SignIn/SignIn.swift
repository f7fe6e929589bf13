package import Pando

/// Asks for name and password, and then for a second factor.
@Reducer
package struct SignIn {
  /// The screens above the form, one at a time.
  @Reducer(state: .codable, .equatable, action: .codable, .equatable)
  package enum Destination {
    case alert(AlertState<Alert>)
    case code(CodeEntry)
    case recovery(Recovery)

    @CasePathable
    package enum Alert: Codable, Equatable, Sendable {
      case anotherNameButtonTapped
    }
  }

  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    package var name = ""
    package var password = ""
    package var isWaiting = false
    @Presents package var destination: Destination.State?

    package init() {}

    package var canSignIn: Bool { !name.isEmpty && !password.isEmpty && !isWaiting }
  }

  package enum Action: BindableAction, Codable, Equatable, Sendable {
    case binding(BindingAction<State>)
    case signInButtonTapped
    case passwordAccepted(SecondFactor)
    case refused(AccountProblem)
    case destination(PresentationAction<Destination.Action>)
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
      case .signInButtonTapped:
        guard state.canSignIn else { return .none }
        state.isWaiting = true
        return .run { [name = state.name, password = state.password] send in
          await send(
            .passwordAccepted(try await accounts.signIn(name: name, password: password)))
        } catch: { error, send in
          await send(.refused(error as? AccountProblem ?? .wrongPassword))
        }

      case .passwordAccepted(.none(let account)):
        state.isWaiting = false
        return .send(.delegate(.signedIn(account)))

      case .passwordAccepted(.code(let ticket, let digits)):
        state.isWaiting = false
        state.destination = .code(CodeEntry.State(ticket: ticket, digits: digits))
        return .none

      case .refused(let problem):
        state.isWaiting = false
        state.password = ""
        state.destination = .alert(.refusal(problem))
        return .none

      case .destination(.presented(.alert(.anotherNameButtonTapped))):
        state.name = ""
        return .none

      case .destination(.presented(.code(.lostPhoneButtonTapped))):
        guard let ticket = state.destination?.code?.ticket else { return .none }
        state.destination = .recovery(Recovery.State(ticket: ticket))
        return .none

      case .destination(.presented(.code(.delegate(.signedIn(let account))))),
        .destination(.presented(.recovery(.delegate(.signedIn(let account))))):
        state.destination = nil
        return .send(.delegate(.signedIn(account)))

      case .binding, .destination, .delegate:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension AlertState where Action == SignIn.Destination.Alert {
  package static func refusal(_ problem: AccountProblem) -> Self {
    AlertState {
      TextState("Not signed in")
    } actions: {
      ButtonState(role: .cancel) { TextState("Try again") }
      ButtonState(action: .anotherNameButtonTapped) { TextState("Use another name") }
    } message: {
      TextState(problem.rawValue)
    }
  }
}
