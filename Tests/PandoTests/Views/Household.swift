import Pando

@Reducer
struct Lamp {
  struct State: Codable, Equatable, Identifiable, Sendable {
    var id = 0
    var isOn = false
    /// Looked at by no view.
    var uses = 0
  }

  enum Action: Codable, Equatable, Sendable {
    case toggle, use
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .toggle: state.isOn.toggle()
      case .use: state.uses += 1
      }
      return .none
    }
  }
}

@Reducer
struct Door {
  @CasePathable
  enum State: Equatable, Sendable {
    case open(Lamp.State)
    case closed
  }

  enum Action: Sendable {
    case open(Lamp.Action)
    case close
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .close = action { state = .closed }
      return .none
    }
    .ifCaseLet(\.open, action: \.open) { Lamp() }
  }
}

/// A child for each kind of view.
@Reducer
struct Household {
  struct State: Sendable {
    var name = "home"
    var lamp: Lamp.State?
    var lamps: IdentifiedArray<Int, Lamp.State> = []
    var door = Door.State.open(Lamp.State())
  }

  enum Action: Sendable {
    case rename(String)
    case install, remove
    case lamp(Lamp.Action)
    case add(Int), take(Int)
    case lamps(IdentifiedAction<Int, Lamp.Action>)
    case door(Door.Action)
  }

  let isHosted: Bool

  var body: some ReducerOf<Self> {
    Scope(state: \.door, action: \.door) { Door() }
    Reduce { state, action in
      switch action {
      case .rename(let name): state.name = name
      case .install: state.lamp = Lamp.State()
      case .remove: state.lamp = nil
      case .add(let id): state.lamps.append(Lamp.State(id: id))
      case .take(let id): state.lamps.remove(id: id)
      case .lamp, .lamps, .door: break
      }
      return .none
    }
    .ifLet(\.lamp, action: \.lamp) {
      if isHosted { Lamp().hosted() } else { Lamp() }
    }
    .forEach(\.lamps, action: \.lamps) {
      if isHosted { Lamp().hosted() } else { Lamp() }
    }
  }
}
