import Pando

extension AccountClient: DependencyKey {
  /// One that knows two people: `ada`, who has a second factor, and `bob`, who has none.
  package static let liveValue = AccountClient(
    signIn: { name, password in
      switch (name, password) {
      case ("ada", "engine"): return .code(ticket: "ticket of ada", digits: 6)
      case ("bob", "builder"): return .none(Account(name: "bob"))
      case ("eve", _): throw AccountProblem.lockedOut
      default: throw AccountProblem.wrongPassword
      }
    },
    confirm: { code, ticket in
      guard code == "123456", ticket == "ticket of ada" else { throw AccountProblem.wrongCode }
      return Account(name: "ada")
    },
    recover: { word, ticket in
      guard word == "lovelace", ticket == "ticket of ada" else { throw AccountProblem.wrongCode }
      return Account(name: "ada")
    })
}
