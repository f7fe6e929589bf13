package import Pando

/// Somebody who is signed in.
package struct Account: Codable, Equatable, Sendable {
  package var name: String

  package init(name: String) {
    self.name = name
  }
}

/// The service that knows passwords and codes.
@DependencyClient
package struct AccountClient: Sendable {
  /// Returns what is still needed once name and password are right.
  package var signIn: @Sendable (_ name: String, _ password: String) async throws -> SecondFactor
  package var confirm: @Sendable (_ code: String, _ ticket: String) async throws -> Account
  package var recover: @Sendable (_ word: String, _ ticket: String) async throws -> Account
}

/// The answer to a password that is right.
package enum SecondFactor: Codable, Equatable, Sendable {
  case none(Account)
  case code(ticket: String, digits: Int)
}

/// The reason why somebody was not signed in.
package enum AccountProblem: String, Codable, Error, Equatable, Sendable {
  case wrongPassword = "Name and password do not belong together."
  case wrongCode = "This is not the code."
  case lockedOut = "Too many attempts. Come back tomorrow."
}

extension AccountClient: TestDependencyKey {
  package static let testValue = AccountClient()
}

extension DependencyValues {
  package var accounts: AccountClient {
    get { self[AccountClient.self] }
    set { self[AccountClient.self] = newValue }
  }
}
