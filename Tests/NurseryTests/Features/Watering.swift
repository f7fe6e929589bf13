import Pando

/// Waters a bed, a minute at a time.
@Reducer
struct Watering: Sendable {
  struct State: Codable, Equatable, Sendable {
    var bed: Bed
    var minutes = 0
    var isPaused = false
    var forecast: Forecast?
    @Presents var alert: AlertState<Action.Alert>?
    @Shared(.settings) var settings: Settings

    init(bed: Bed) {
      self.bed = bed
    }

    var minutesLeft: Int { bed.minutes - minutes }
  }

  @CasePathable
  enum Action: Codable, Equatable, Sendable {
    case started
    case forecastArrived(Forecast)
    case minutePassed
    case pauseButtonTapped
    case stopButtonTapped
    case alert(PresentationAction<Alert>)
    case finished(minutes: Int)

    enum Alert: Codable, Equatable, Sendable {
      case keepRecord
      case discard
    }
  }

  enum CancelID: Codable, Hashable { case timer }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.weather) var weather

  init() {}

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .started:
        return .merge(
          tick(),
          .run { [name = state.bed.name] send in
            await send(.forecastArrived(try await weather.forecast(bed: name)))
          })

      case .forecastArrived(let forecast):
        state.forecast = forecast
        return .none

      case .minutePassed:
        state.minutes += 1
        state.$settings.withLock { $0.litresUsed += $0.litresPerMinute }
        return state.minutesLeft > 0 ? .none : end(state.minutes)

      case .pauseButtonTapped:
        state.isPaused.toggle()
        return state.isPaused ? .cancel(id: CancelID.timer) : tick()

      case .stopButtonTapped:
        state.isPaused = true
        state.alert = .stop(minutesLeft: state.minutesLeft)
        return .cancel(id: CancelID.timer)

      case .alert(.presented(.keepRecord)):
        return end(state.minutes)

      case .alert(.presented(.discard)):
        return .run { _ in await dismiss() }

      case .alert(.dismiss):
        state.isPaused = false
        return tick()

      case .finished:
        return .run { _ in await dismiss() }
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func tick() -> Effect<Action> {
    .run { send in
      for await _ in clock.timer(interval: .seconds(60)) { await send(.minutePassed) }
    }
    .cancellable(id: CancelID.timer, cancelInFlight: true)
  }

  private func end(_ minutes: Int) -> Effect<Action> {
    .merge(.cancel(id: CancelID.timer), .send(.finished(minutes: minutes)))
  }
}

extension AlertState where Action == Watering.Action.Alert {
  static func stop(minutesLeft: Int) -> AlertState {
    AlertState {
      TextState("Stop watering?")
    } actions: {
      ButtonState(action: .keepRecord) { TextState("Stop and record") }
      ButtonState(role: .destructive, action: .discard) { TextState("Discard") }
      ButtonState(role: .cancel) { TextState("Go on") }
    } message: {
      TextState("\(minutesLeft) minutes are left.")
    }
  }
}
