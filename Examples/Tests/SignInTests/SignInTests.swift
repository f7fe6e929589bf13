import ExampleTestSupport
import PandoTesting
import SignIn
import Testing

@Suite("Signing in")
struct SignInTests {
  private let ada = Account(name: "ada")

  @Test("takes a password where nothing else is asked for", arguments: Place.allCases)
  func password(place: Place) async {
    let store = frontDoor(place)
    let bob = Account(name: "bob")
    await enter("bob", "builder", store)
    await store.receive(\.outside.passwordAccepted, .none(bob)) {
      $0.modify(\.outside) { $0.isWaiting = false }
    }
    await store.receive(\.outside.delegate.signedIn, bob) { $0 = .inside(bob) }
    await store.send(.signOutButtonTapped) { $0 = .outside(SignIn.State()) }
    await store.finish()
  }

  @Test("takes a code after the password", arguments: Place.allCases)
  func code(place: Place) async {
    let store = frontDoor(place)
    await reachCode(store)
    await store.send(\.outside.destination.code.binding.code, "12345") {
      $0.modifyCode { $0.code = "12345" }
    }
    await store.send(\.outside.destination.code.binding.code, "123456") {
      $0.modifyCode {
        $0.code = "123456"
        $0.isChecking = true
      }
    }
    await store.receive(\.outside.destination.code.delegate.signedIn, ada) {
      $0.modify(\.outside) { $0.destination = nil }
    }
    await store.receive(\.outside.delegate.signedIn, ada) { $0 = .inside(ada) }
    await store.finish()
  }

  @Test("asks again when the code is wrong", arguments: Place.allCases)
  func wrongCode(place: Place) async {
    let store = frontDoor(place)
    await reachCode(store)
    await store.send(\.outside.destination.code.binding.code, "654321") {
      $0.modifyCode {
        $0.code = "654321"
        $0.isChecking = true
      }
    }
    await store.receive(\.outside.destination.code.refused, .wrongCode) {
      $0.modifyCode {
        $0.code = ""
        $0.isChecking = false
        $0.problem = .wrongCode
      }
    }
    await store.send(\.outside.destination.dismiss) {
      $0.modify(\.outside) { $0.destination = nil }
    }
    await store.finish()
  }

  @Test("takes a word in place of a lost phone's code", arguments: Place.allCases)
  func recovery(place: Place) async {
    let store = frontDoor(place)
    await reachCode(store)
    await store.send(\.outside.destination.code.lostPhoneButtonTapped) {
      $0.modify(\.outside) {
        $0.destination = .recovery(Recovery.State(ticket: "ticket of ada"))
      }
    }
    await store.send(\.outside.destination.recovery.binding.word, "lovelace") {
      $0.modify(\.outside) { $0.destination?.modify(\.recovery) { $0.word = "lovelace" } }
    }
    await store.send(\.outside.destination.recovery.recoverButtonTapped)
    await store.receive(\.outside.destination.recovery.answered.success, ada)
    await store.receive(\.outside.destination.recovery.delegate.signedIn, ada) {
      $0.modify(\.outside) { $0.destination = nil }
    }
    await store.receive(\.outside.delegate.signedIn, ada) { $0 = .inside(ada) }
    await store.finish()
  }

  @Test("says why it refuses somebody", arguments: Place.allCases)
  func refusal(place: Place) async {
    let store = frontDoor(place)
    await enter("eve", "apple", store)
    await store.receive(\.outside.refused, .lockedOut) {
      $0.modify(\.outside) {
        $0.isWaiting = false
        $0.password = ""
        $0.destination = .alert(.refusal(.lockedOut))
      }
    }
    await store.send(\.outside.destination.alert.anotherNameButtonTapped) {
      $0.modify(\.outside) {
        $0.name = ""
        $0.destination = nil
      }
    }
    await store.finish()
  }

  @Test("does the same as in one process, whatever people type")
  func sameHosted() async throws {
    try await expectSameHosted(
      FrontDoor(), initialState: FrontDoor.State.outside(SignIn.State()), programs: 30,
      withDependencies: { $0.accounts = .liveValue }
    ) { generator in
      switch Int.random(in: 0...6, using: &generator) {
      case 0:
        return .outside(
          .binding(.set(\.name, ["ada", "bob", "eve"].randomElement(using: &generator)!)))
      case 1:
        return .outside(
          .binding(.set(\.password, generator.chance(oneIn: 2) ? "engine" : "builder")))
      case 2: return .outside(.signInButtonTapped)
      case 3:
        let code = generator.chance(oneIn: 2) ? "123456" : "654321"
        return .outside(.destination(.presented(.code(.binding(.set(\.code, code))))))
      case 4: return .outside(.destination(.presented(.code(.lostPhoneButtonTapped))))
      case 5: return .outside(.destination(.dismiss))
      default: return .signOutButtonTapped
      }
    }
  }

  @Test("has nothing that does not cross to a worker")
  func report() {
    let report = hostingReport(
      for: SignIn(), initialState: SignIn.State(),
      actions: [.binding(.set(\.name, "ada")), .refused(.wrongPassword)])
    #expect(report.canBeHosted, "\(report)")
  }

  private func reachCode(_ store: TestStoreOf<FrontDoor>) async {
    await enter("ada", "engine", store)
    await store.receive(\.outside.passwordAccepted) {
      $0.modify(\.outside) {
        $0.isWaiting = false
        $0.destination = .code(CodeEntry.State(ticket: "ticket of ada", digits: 6))
      }
    }
  }

  private func enter(
    _ name: String, _ password: String, _ store: TestStoreOf<FrontDoor>
  ) async {
    await store.send(\.outside.binding.name, name) { $0.modify(\.outside) { $0.name = name } }
    await store.send(\.outside.binding.password, password) {
      $0.modify(\.outside) { $0.password = password }
    }
    await store.send(\.outside.signInButtonTapped) {
      $0.modify(\.outside) { $0.isWaiting = true }
    }
  }

  private func frontDoor(_ place: Place) -> TestStoreOf<FrontDoor> {
    TestStore(
      initialState: FrontDoor.State.outside(SignIn.State()), faults: place.faults
    ) {
      FrontDoor()
    } withDependencies: {
      place.prepare(&$0) { $0.accounts = .liveValue }
    }
  }
}

extension FrontDoor.State {
  fileprivate mutating func modifyCode(_ change: (inout CodeEntry.State) -> Void) {
    modify(\.outside) { $0.destination?.modify(\.code, yield: change) }
  }
}
