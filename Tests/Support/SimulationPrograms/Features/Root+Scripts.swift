import Pando

extension Root.Action {
  /// The script of an action that has one at its outermost.
  var script: Script? {
    switch self {
    case .always(.run(let script)), .optional(.run(let script)), .local(let script),
      .rows(.element(_, .run(let script))), .path(.element(_, .run(let script))),
      .sheet(.presented(.run(let script))), .mode(.run(let script)),
      .wing(.child(.run(let script))), .wing(.guest(.run(let script))):
      script
    case .always(let action), .optional(let action), .rows(.element(_, let action)),
      .path(.element(_, let action)), .sheet(.presented(let action)), .mode(let action),
      .wing(.child(let action)), .wing(.guest(let action)):
      action.nestedScript
    default:
      nil
    }
  }

  /// True if an effect sent it.
  var isEmitted: Bool {
    if case .docks(.element(_, .heard)) = self { return true }
    return script?.life != nil
  }

  /// True if the store sent it, because a worker ended with effects.
  var isInterruption: Bool {
    switch self {
    case .sheet(.presented(.interrupted)), .path(.element(_, .interrupted)): true
    case .docks(.element(_, let action)): action.isMount
    default: false
    }
  }

  /// True if it is about what children share.
  var sharesValues: Bool {
    switch self {
    case .sharers, .toggleSharers, .addToTally: true
    default: false
    }
  }

  /// True if it takes away what is presented, as the effect of a child may wish.
  var isDismissal: Bool {
    switch self {
    case .sheet(.dismiss), .path(.popFrom): true
    case .always(let action), .optional(let action), .rows(.element(_, let action)),
      .path(.element(_, let action)), .sheet(.presented(let action)), .mode(let action),
      .wing(.child(let action)), .wing(.guest(let action)):
      action.isDismissal
    default: false
    }
  }

  /// The line of actions that keep their order among themselves, where the actions of some children commit
  /// when they are ready.
  func line(ready: Set<Root.Place>) -> String {
    guard let (place, child) = child, ready.contains(place) else { return "" }
    return "\(place) \(child)"
  }

  /// The child that it is for, of those that may commit when they are ready.
  private var child: (Root.Place, String)? {
    switch self {
    case .always: (.always, "")
    case .mode: (.mode, "")
    case .optional: (.optional, "")
    case .rows(.element(let id, _)): (.rows, "\(id)")
    case .path(.element(let id, _)): (.path, "\(id)")
    case .sheet(.presented): (.sheet, "")
    case .wing(.child): (.wing, "child")
    case .wing(.guest): (.wing, "guest")
    default: nil
    }
  }

  /// An action that takes a child away.
  static func farewell(_ number: Int) -> Root.Action {
    switch number % 7 {
    case 0: .dismiss
    case 1: .removeRow(id: number % 4 + 1)
    case 2: .sheet(.dismiss)
    case 3: .closeWing
    case 4: .deactivate
    case 5: .wing(.sendAway)
    default: .removePage(StackElementID(integerLiteral: number % 4))
    }
  }
}

extension Child.Action {
  fileprivate var isDismissal: Bool { if case .pages(.popFrom) = self { true } else { false } }

  fileprivate var nestedScript: Script? {
    switch self {
    case .nested(.run(let script)), .pages(.element(_, .run(let script))): script
    default: nil
    }
  }
}

extension Root.Action {
  /// The same action with another script at its outermost.
  func with(_ script: Script) -> Root.Action {
    switch self {
    case .always(let action): .always(action.with(script))
    case .optional(let action): .optional(action.with(script))
    case .rows(.element(let id, let action)): .rows(.element(id: id, action: action.with(script)))
    case .path(.element(let id, let action)): .path(.element(id: id, action: action.with(script)))
    case .sheet(.presented(let action)): .sheet(.presented(action.with(script)))
    case .mode(let action): .mode(action.with(script))
    case .wing(.child(let action)): .wing(.child(action.with(script)))
    case .wing(.guest(let action)): .wing(.guest(action.with(script)))
    case .local: .local(script)
    default: self
    }
  }
}

extension Child.Action {
  fileprivate func with(_ script: Script) -> Child.Action {
    switch self {
    case .run, .interrupted: .run(script)
    case .nested: .nested(.run(script))
    case .pages(.element(let id, _)): .pages(.element(id: id, action: .run(script)))
    case .pages: self
    }
  }
}
