import PandoWire

/// Whether presented state is over after its first action.
enum EphemeralLifetime<State> {
  /// It is there until it is dismissed.
  case lasting
  case ephemeral
  /// It is an enum, and some of its cases hold ephemeral state.
  case byCase

  init() {
    if State.self is any EphemeralState.Type {
      self = .ephemeral
    } else if casePayloadTypes(of: State.self).contains(where: { $0 is any EphemeralState.Type }) {
      self = .byCase
    } else {
      self = .lasting
    }
  }

  /// Whether the first action of a state in this case ends it. Reads the state by reflection.
  func isOver(_ state: State) -> Bool {
    Mirror(reflecting: state).children.first?.value is any EphemeralState
  }
}
