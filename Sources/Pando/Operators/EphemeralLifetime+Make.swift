import PandoWire

extension EphemeralLifetime {
  /// Returns the lifetime of a type of state.
  static func make() -> EphemeralLifetime {
    if State.self is any EphemeralState.Type { return .ephemeral }
    if let type = State.self as? any CaseReducerState.Type,
      let found = open(type) as? EphemeralLifetime
    {
      // It is an enum of features, which knows its ephemeral ones.
      return found
    }
    if casePayloadTypes(of: State.self).contains(where: { $0 is any EphemeralState.Type }) {
      return .byCase(endsPayload)
    }
    return .lasting
  }

  /// Gives a lifetime of the same two types, by their other names.
  private static func open<Cases: CaseReducerState>(_ type: Cases.Type) -> Any {
    EphemeralLifetime<Cases, Cases.StateReducer.Action>.byCase {
      Cases.StateReducer.isOver($0.pointee, after: $1)
    }
  }

  /// Returns whether the state is in a case that holds ephemeral state, and the action ends that.
  private static func endsPayload(
    _ state: UnsafeMutablePointer<State>, _ action: Action
  ) -> Bool {
    (Mirror(reflecting: state.pointee).children.first?.value as? any EphemeralState)
      .map { isAction(action, of: $0) } ?? false
  }

  /// Returns whether an action is one of a payload's, or a case that holds one: another case's
  /// action ends nothing. Where no case holds such actions, any action ends it.
  static func isAction<Held: EphemeralState>(_ action: Action, of held: Held) -> Bool {
    guard casePayloadTypes(of: Action.self).contains(where: { $0 == Held.Action.self }) else {
      return true
    }
    guard let payload = Mirror(reflecting: action).children.first?.value else { return false }
    return payload is Held.Action
      || Mirror(reflecting: payload).children.first?.value is Held.Action
  }
}
