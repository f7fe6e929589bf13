package import Pando

/// The program: outside, where one signs in on a worker that alone sees the password's service, or
/// inside.
@Reducer
package struct FrontDoor {
  @ObservableState
  @CasePathable
  package enum State: Equatable, Sendable {
    case outside(SignIn.State)
    case inside(Account)
  }

  package enum Action: Sendable {
    case outside(SignIn.Action)
    case signOutButtonTapped
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .outside(.delegate(.signedIn(let account))):
        state = .inside(account)
        return .none

      case .signOutButtonTapped:
        state = .outside(SignIn.State())
        return .none

      case .outside:
        return .none
      }
    }
    .ifCaseLet(\.outside, action: \.outside) { SignIn().hosted() }
  }
}
