import PandoWire

/// Tells whether presented state is over with one of its actions. Found out once for its type.
enum EphemeralLifetime<State, Action> {
  /// It is there until it is dismissed.
  case lasting
  /// The whole type is an alert's, or the like.
  case ephemeral
  /// It is an enum of features, which knows its ephemeral ones.
  case byFeature((UnsafeMutablePointer<State>, Action) -> Bool)
  /// It is an enum, and some of its cases hold ephemeral state, which an action of theirs ends.
  case byPayload

  init() {
    if State.self is any EphemeralState.Type {
      self = .ephemeral
    } else if let type = State.self as? any CaseReducerState.Type,
      let found = Self.open(type) as? EphemeralLifetime
    {
      self = found
    } else if casePayloadTypes(of: State.self).contains(where: { $0 is any EphemeralState.Type }) {
      self = .byPayload
    } else {
      self = .lasting
    }
  }

  /// Gives a lifetime of the same two types, by their other names.
  private static func open<Cases: CaseReducerState>(_ type: Cases.Type) -> Any {
    EphemeralLifetime<Cases, Cases.StateReducer.Action>.byFeature {
      Cases.StateReducer.isOver($0.pointee, after: $1)
    }
  }

  /// True if any action ends it.
  var mayEnd: Bool {
    if case .lasting = self { false } else { true }
  }

  /// Returns whether an action of the state ends it.
  func isOver(_ state: UnsafeMutablePointer<State>, after action: Action) -> Bool {
    switch self {
    case .lasting: false
    case .ephemeral: true
    case .byFeature(let isOver): isOver(state, action)
    case .byPayload:
      (Mirror(reflecting: state.pointee).children.first?.value as? any EphemeralState)
        .map { Self.isAction(action, of: $0) } ?? false
    }
  }

  /// Returns whether an action is one of a payload's, or a case that holds one: another case's
  /// action ends nothing. Where no case holds such actions, any action ends it.
  private static func isAction<Held: EphemeralState>(_ action: Action, of held: Held) -> Bool {
    guard casePayloadTypes(of: Action.self).contains(where: { $0 == Held.Action.self }) else {
      return true
    }
    guard let payload = Mirror(reflecting: action).children.first?.value else { return false }
    return payload is Held.Action
      || Mirror(reflecting: payload).children.first?.value is Held.Action
  }
}
