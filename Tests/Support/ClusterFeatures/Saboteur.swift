package import Pando

/// A child that works until it is told to end its process, in its reducer or in its effect.
@Reducer
package struct Saboteur {
  package struct State: Codable, Equatable, Identifiable, Sendable {
    package var id: Int
    package var count = 0
    package var beginnings = 0
    package var losses: [HostedLoss] = []
    package var failures: [String] = []
    package var harm: Harm?

    package init(id: Int) {
      self.id = id
    }
  }

  package enum Action: Codable, Equatable, Sendable {
    case up
    /// Starts an effect that works, and does harm once it is asked to.
    case work(Harm?)
    case begun
    /// Starts an effect whose cancellation handler does harm, and cancels it.
    case wait(Harm)
    case stop
    /// A reducer that does harm.
    case harm(Harm)
    /// A reducer that takes so long.
    case take(milliseconds: Int)
    case interrupted(HostedLoss)
    case failed(String)
  }

  private enum CancelID { case waiting }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .up:
        state.count += 1
      case .work(let harm):
        state.harm = harm
        return work(state)
      case .wait(let harm):
        return .run { send in
          await send(.begun)
          try await withTaskCancellationHandler {
            try await Task.sleep(for: .seconds(1_000))
          } onCancel: {
            harm.carryOut()
          }
        }
        .cancellable(id: CancelID.waiting)
      case .stop:
        return .cancel(id: CancelID.waiting)
      case .begun:
        state.beginnings += 1
      case .harm(let harm):
        harm.carryOut()
      case .take(let milliseconds):
        pause(milliseconds: milliseconds)
        state.count += 1
      case .interrupted(let loss):
        state.losses.append(loss)
        return work(state)
      case .failed(let reason):
        state.failures.append(reason)
      }
      return .none
    }
  }

  private func work(_ state: State) -> Effect<Action> {
    .run(name: "job \(state.id)") { [harm = state.harm] send in
      await send(.begun)
      for round in 0... {
        let harm = round == 20 ? harm : nil
        await Workshop.shared.visit(harm == .trapInSharedActor ? harm : nil)
        if harm != .trapInSharedActor { harm?.carryOut() }
        try await Task.sleep(for: .milliseconds(2))
      }
    }
  }
}
