import HostileDeeds
package import Pando

/// A child that tries what it may not, in its reducer: on the thread that runs that, and on one of its own.
@Reducer
package struct Intruder {
  package struct State: Codable, Equatable, Sendable {
    /// By deed: the error's number, or 0 where it could.
    package var outcomes: [String: Int32] = [:]
    package var effectOutcomes: [String: Int32] = [:]

    package init() {}
  }

  package enum Action: Codable, Sendable {
    case attempt(Deed)
    case attemptInEffect(Deed)
    case attempted(Deed, Int32)
    case crash
  }

  /// Something that hostile code would try.
  package struct Deed: Codable, Hashable, Sendable {
    package var name: String
    package var path = ""
    package var number = 0
    package var isOnOwnThread = false

    package init(_ name: String, _ path: String = "", _ number: Int = 0) {
      self.name = name
      self.path = path
      self.number = number
    }

    package var title: String { "\(name) \(path) \(number)\(isOnOwnThread ? " on a thread" : "")" }

    package func attempt() -> Int32 {
      isOnOwnThread
        ? hostile_deed_on_thread(name, path, number) : hostile_deed(name, path, number)
    }
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .attempt(let deed):
        state.outcomes[deed.title] = deed.attempt()
        return .none
      case .attemptInEffect(let deed):
        return .run { await $0(.attempted(deed, deed.attempt())) }
      case .attempted(let deed, let outcome):
        state.effectOutcomes[deed.title] = outcome
        return .none
      case .crash:
        fatalError("an intruder crashes")
      }
    }
  }
}

/// The parent of an intruder in a sandbox, or in none, and of a neighbour in none.
@Reducer
package struct Castle {
  package struct State: Sendable {
    package var intruder: Intruder.State? = Intruder.State()
    package var guest = Guest.State()

    package init() {}
  }

  package enum Action: Sendable {
    case intruder(Intruder.Action)
    case guest(Guest.Action)
  }

  package let sandbox: Sandbox?

  package init(_ sandbox: Sandbox?) { self.sandbox = sandbox }

  package var body: some ReducerOf<Self> {
    Scope(state: \.guest, action: \.guest) { Guest().hosted() }
    Reduce { _, _ in .none }
      .ifLet(\.intruder, action: \.intruder) { Intruder().hosted(sandbox: sandbox) }
  }
}
