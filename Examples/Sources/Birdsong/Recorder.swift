package import Pando

/// Records one take: counts down, listens, and keeps what it heard in the shared list.
@Reducer
package struct Recorder {
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    @Shared package var takes: IdentifiedArrayOf<Take>
    package var countdown = 3
    package var levels: [Int] = []
    @Presents package var alert: AlertState<Action.Alert>?

    package init(takes: Shared<IdentifiedArrayOf<Take>>) {
      _takes = takes
    }
  }

  package enum Action: Codable, Equatable, Sendable {
    case began
    case secondPassed
    case heard(level: Int)
    case stopButtonTapped
    case alert(PresentationAction<Alert>)

    @CasePathable
    package enum Alert: Codable, Equatable, Sendable {
      case discardButtonTapped
    }
  }

  enum CancelID: Codable, Hashable { case listening }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.microphone) var microphone

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .began, .alert(.dismiss):
        state.countdown = 3
        return countDownAndListen()

      case .secondPassed:
        state.countdown -= 1
        return .none

      case .heard(let level):
        state.levels.append(level)
        return .none

      case .stopButtonTapped:
        if state.levels.allSatisfy({ $0 == 0 }) {
          state.alert = .silence
          return .cancel(id: CancelID.listening)
        }
        let id = (state.takes.map(\.id).max() ?? 0) + 1
        let take = Take(id: id, date: now, levels: state.levels)
        state.$takes.withLock { _ = $0.append(take) }
        return .merge(.cancel(id: CancelID.listening), .run { _ in await dismiss() })

      case .alert(.presented(.discardButtonTapped)):
        return .run { _ in await dismiss() }
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func countDownAndListen() -> Effect<Action> {
    .run { send in
      for _ in 0..<3 {
        try await clock.sleep(for: .seconds(1))
        await send(.secondPassed)
      }
      for await level in try await microphone.levels() { await send(.heard(level: level)) }
    }
    .cancellable(id: CancelID.listening, cancelInFlight: true)
  }
}

extension AlertState where Action == Recorder.Action.Alert {
  package static var silence: Self {
    AlertState {
      TextState("Nothing was heard")
    } actions: {
      ButtonState(role: .destructive, action: .discardButtonTapped) { TextState("Discard") }
      ButtonState(role: .cancel) { TextState("Listen again") }
    }
  }
}
