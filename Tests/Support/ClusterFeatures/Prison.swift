import Glibc
import HostileDeeds
package import Pando

/// A child that says which process it is in, and that can keep that.
@Reducer
package struct Prisoner {
  package struct State: Codable, Equatable, Identifiable, Sendable {
    package let id: Int
    package var processes: [Int32] = []
    package var losses: [HostedLoss] = []
    package var outcomes: [Int32] = []

    package init(id: Int) { self.id = id }
  }

  package enum Action: Codable, Sendable {
    case ask
    case askInEffect
    case told(Int32)
    case attempt(Intruder.Deed)
    /// Computes without end.
    case spin
    case spinInEffect
    /// Crashes on a thread that knows nothing of the effect.
    case crashElsewhere
    case waitForEver
    case interrupted(HostedLoss)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ask:
        state.processes.append(getpid())
      case .askInEffect:
        return .run { await $0(.told(getpid())) }
      case .told(let process):
        state.processes.append(process)
      case .attempt(let deed):
        state.outcomes.append(deed.attempt())
      case .spin:
        Self.spin()
      case .spinInEffect:
        return .run(name: "spin") { _ in Self.spin() }
      case .crashElsewhere:
        return .run { _ in
          var thread = pthread_t()
          pthread_create(&thread, nil, { _ in abort() }, nil)
          try await Task.sleep(for: .seconds(60))
        }
      case .waitForEver:
        return .run { _ in try await Task.sleep(for: .seconds(1_000)) }
      case .interrupted(let loss):
        state.losses.append(loss)
      }
      return .none
    }
  }

  private static func spin() {
    var number: UInt64 = 1
    while number != 0 { number = number &* 6_364_136_223_846_793_005 | 1 }
  }
}

/// The parent of prisoners, all of one sandbox.
@Reducer
package struct Prison {
  package struct State: Sendable {
    package var prisoners: IdentifiedArrayOf<Prisoner.State> = []

    package init(_ count: Int) {
      prisoners = IdentifiedArray(uniqueElements: (0..<count).map { Prisoner.State(id: $0) })
    }
  }

  package enum Action: Sendable {
    case prisoners(IdentifiedActionOf<Prisoner>)
    case free(Int)
    case take(Int)
  }

  package let sandbox: Sandbox?

  package init(_ sandbox: Sandbox?) { self.sandbox = sandbox }

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .free(let id): state.prisoners.remove(id: id)
      case .take(let id): state.prisoners.append(Prisoner.State(id: id))
      case .prisoners: break
      }
      return .none
    }
    .forEach(\.prisoners, action: \.prisoners) {
      Prisoner().hosted(
        interrupted: { .interrupted($0) }, timeout: .seconds(600), onCrash: .drop, sandbox: sandbox)
    }
  }
}
