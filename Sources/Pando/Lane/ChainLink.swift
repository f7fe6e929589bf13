/// The place of an action in a chain: of actions each of which the commit of the one before sent.
struct ChainLink {
  /// The number of links after which the other senders of a store have a turn.
  static var turnLength: Int { 64 }
  /// The number of actions that are named when a chain is cut.
  static var trailLength: Int { 8 }
  /// A chain that branches may have so many times the actions that one without branches may have.
  static var branchFactor: Int { 64 }

  /// The number of actions before it, the first of which was sent from outside.
  var depth = 0
  /// Nil for most, so that a link is two words.
  private var notes: ChainNotes?

  /// The names of the last ones, itself included, where the chain is about to be cut; empty elsewhere.
  var trail: [String] { notes?.trail ?? [] }
  /// The count of what the chain has sent since it branched; nil where it has not.
  var branches: ChainBranches? { notes?.branches }

  init() {}

  /// The link behind another in a chain that may be so long; nil where it may not be longer.
  ///
  /// - Parameter name: The name of the action, which is asked for near the end alone.
  init?(behind last: ChainLink, atMost limit: Int, name: () -> String) {
    if last.depth >= limit { return nil }
    depth = last.depth + 1
    notes = last.notes
    if depth > limit - Self.trailLength {
      notes = ChainNotes(trail: last.trail + [name()], branches: last.branches)
    }
  }

  /// The action sends more than one other. Those that come from outside may send any number.
  mutating func branch() {
    if depth > 0, branches == nil { notes = ChainNotes(trail: trail, branches: ChainBranches()) }
  }

  /// True if it waits its turn behind what others have sent meanwhile.
  var isTurnOver: Bool { depth > 0 && depth.isMultiple(of: Self.turnLength) }
}

/// The notes of a chain that is about to be cut, or has branched.
private final class ChainNotes {
  let trail: [String]
  /// All branches share it.
  let branches: ChainBranches?

  init(trail: [String], branches: ChainBranches?) {
    self.trail = trail
    self.branches = branches
  }
}

/// The number of actions that a chain has sent since one of its links first sent more than one. Without it the chain would
/// double with each link, long before it is too deep.
final class ChainBranches {
  var count = 0
}
