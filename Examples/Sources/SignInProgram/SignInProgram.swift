import ArgumentParser
import Pando
import PandoCluster
import SignIn

/// The command `signin`.
@main
struct SignInProgram: PandoProgram {
  static var features: some HostedFeatures {
    Feature { SignIn() }
  }

  static func app() async throws {
    let options = SignInOptions.parseOrExit()
    let store = Store(initialState: FrontDoor.State.outside(SignIn.State())) {
      FrontDoor()
    } withDependencies: {
      $0.hosting = options.workers > 0 ? .workers(options.workers) : .direct
    }
    await signIn(options, store)
    await store.stop()
  }

  private static func signIn(_ options: SignInOptions, _ store: StoreOf<FrontDoor>) async {
    store.send(.outside(.binding(.set(\.name, options.name))))
    store.send(.outside(.binding(.set(\.password, options.password))))
    await store.send(.outside(.signInButtonTapped)).finish()
    if store.state.outside?.destination?.code != nil {
      print("The password is right. Checking the code.")
      await store.send(.code(.binding(.set(\.code, options.code)))).finish()
      if let problem = store.state.outside?.destination?.code?.problem {
        print(problem.rawValue)
      }
    }
    if let word = options.word, store.state.outside?.destination?.code != nil {
      print("Recovering with a word.")
      store.send(.code(.lostPhoneButtonTapped))
      store.send(.recovery(.binding(.set(\.word, word))))
      await store.send(.recovery(.recoverButtonTapped)).finish()
    }
    if let alert = store.state.outside?.destination?.alert {
      print("\(String(state: alert.title)): \(alert.message.map(String.init(state:)) ?? "")")
    }
    switch store.state {
    case .inside(let account): print("Signed in as \(account.name).")
    case .outside: print("Still outside.")
    }
  }
}

extension FrontDoor.Action {
  fileprivate static func code(_ action: CodeEntry.Action) -> Self {
    .outside(.destination(.presented(.code(action))))
  }

  fileprivate static func recovery(_ action: Recovery.Action) -> Self {
    .outside(.destination(.presented(.recovery(action))))
  }
}

/// The command line.
struct SignInOptions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signin",
    abstract: "Sign in with a password and a code.",
    discussion: """
      There are ada, with the password engine, the code 123456 and the word lovelace; bob, with the \
      password builder and no code; and eve, who is locked out.
      """)

  @Option(help: "How many worker processes host the form; 0 hosts it in this one.")
  var workers = 1

  @Argument(help: "Who signs in.")
  var name = "ada"

  @Option(help: "The password.")
  var password = "engine"

  @Option(help: "The code.")
  var code = "123456"

  @Option(help: "The word to recover with when the code is wrong.")
  var word: String?

  func validate() throws {
    guard (0...16).contains(workers) else {
      throw ValidationError("--workers must be from 0 to 16.")
    }
  }
}
