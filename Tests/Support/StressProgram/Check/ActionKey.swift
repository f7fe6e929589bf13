import Pando

/// The identity of an action among all others of its run.
enum ActionKey: Hashable {
  case work(Int, cause: Int?)
  case change(Int)
  case said(Said)

  /// The action that returned it as `Effect.send`.
  var cause: Int? {
    if case .work(_, let cause) = self { cause } else { nil }
  }
}

extension ActionKey: CustomStringConvertible {
  var description: String {
    switch self {
    case .work(let id, _): "action \(id)"
    case .change(let id): "change \(id)"
    case .said(let said): "what effect \(said.effect) of action \(said.work) said"
    }
  }
}

extension Root.Action {
  /// Nil for those that a store makes itself.
  var key: ActionKey? {
    if let work { return .work(work.id, cause: work.cause) }
    if let said { return .said(said) }
    if case .change(_, let id) = self { return .change(id) }
    return nil
  }

  /// True if a sender sent it, so that nothing may drop it.
  var isFromSender: Bool {
    switch key {
    case .work(_, let cause)?: cause == nil
    case .change?: true
    case .said?, nil: false
    }
  }

  var itemAction: Item.Action? {
    switch self {
    case .always(let action), .optional(let action), .presented(.presented(let action)),
      .rows(.element(_, let action)), .ready(.element(_, let action)):
      action
    case .presented(.dismiss), .local, .localSaid, .change: nil
    }
  }

  var work: Work? {
    if case .local(let work) = self { return work }
    if case .work(let work)? = itemAction { return work }
    return nil
  }

  var said: Said? {
    if case .localSaid(let said) = self { return said }
    if case .said(let said)? = itemAction { return said }
    return nil
  }

  /// The line of actions that keep their order among themselves: empty for all that commit as they
  /// were sent.
  var line: String {
    switch self {
    case .presented: "presented"
    case .ready(.element(let id, _)): "ready \(id)"
    default: ""
    }
  }
}

extension Recorder.Entry {
  var summary: String {
    let place =
      switch action {
      case .always: "always"
      case .optional: "optional"
      case .presented: "presented"
      case .rows(.element(let id, _)): "rows[\(id)]"
      case .ready(.element(let id, _)): "ready[\(id)]"
      case .local, .localSaid: "local"
      case .change(let change, _): "\(change)"
      }
    let name = action.key.map { "\($0)" } ?? "\(action)".prefix(80).description
    return "\(name) (\(place)\(failure == nil ? "" : ", failed")\(isFollowUp ? ", returned" : ""))"
  }
}
