/// Tells whether presented state is over with one of its actions. Found out once for its type (`make`).
enum EphemeralLifetime<State, Action> {
  /// It is there until it is dismissed.
  case lasting
  /// The whole type is an alert's, or the like.
  case ephemeral
  /// It is an enum, of which some cases are ephemeral.
  case byCase((UnsafeMutablePointer<State>, Action) -> Bool)

  /// True if any action ends it.
  var mayEnd: Bool {
    if case .lasting = self { false } else { true }
  }

  /// Returns whether an action of the state ends it.
  func isOver(_ state: UnsafeMutablePointer<State>, after action: Action) -> Bool {
    switch self {
    case .lasting: false
    case .ephemeral: true
    case .byCase(let isOver): isOver(state, action)
    }
  }
}
