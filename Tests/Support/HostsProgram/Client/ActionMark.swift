import Pando

/// The identity of an action among all others of its client, and the line in which it keeps its order.
struct ActionMark: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case sent, said, echoed }

  let kind: Kind
  let number: Int
}

extension Tree.Action {
  /// Nil for those that a store makes itself.
  var mark: ActionMark? {
    switch self {
    case .grow(_, let number): ActionMark(kind: .sent, number: number)
    case .said(let number): ActionMark(kind: .said, number: number)
    case .echoed(let number): ActionMark(kind: .echoed, number: number)
    case .interrupted, .failed: nil
    }
  }
}

extension Wood.Action {
  /// Nil for those that a store makes itself, and for what happens once.
  var mark: ActionMark? {
    switch self {
    case .local(let action), .guest(let action), .trees(.element(_, let action)),
      .quick(.element(_, let action)):
      action.mark
    case .invite, .plant, .fell: nil
    }
  }

  /// True if it commits as soon as its result is there, ahead of others.
  var isQuick: Bool { if case .quick = self { true } else { false } }
}
