/// The rows of a collection that changed since somebody looked.
///
/// It says which rows may differ, never which do. Rows are counted as they are now.
package struct RowChanges: Equatable, Sendable {
  /// Rows that were changed where they are, in no order.
  package private(set) var updated: [Int] = []
  /// Where rows came or went: how many rows before that, and behind it, are the same as they were.
  /// Nothing is in `updated` then.
  package private(set) var same: Ends?

  package struct Ends: Equatable, Sendable {
    package var front: Int
    package var back: Int

    package init(front: Int, back: Int) {
      self.front = front
      self.back = back
    }
  }

  /// The count of rows that are told one by one; more become a stretch.
  package static let updatesAtMost = 64

  package init() {}

  package var isEmpty: Bool { updated.isEmpty && same == nil }

  /// Returns the positions of the rows that may differ, among `count` rows.
  package func positions(among count: Int) -> PositionsOfRows {
    guard let same else { return .single(updated) }
    return .stretch(same.front..<max(same.front, count - same.back))
  }

  /// A row was changed where it is; `count` is how many there are.
  package mutating func noteUpdate(at position: Int, of count: Int) {
    if same != nil {
      keep(front: position, back: count - 1 - position)
    } else if updated.last != position {
      updated.append(position)
      if updated.count > Self.updatesAtMost { joinUpdates(of: count) }
    }
  }

  /// A row is about to come to a position among `count` rows.
  package mutating func noteInsertion(at position: Int, of count: Int) {
    joinUpdates(of: count)
    keep(front: position, back: count - position)
  }

  /// A row is about to go from a position among `count` rows.
  package mutating func noteRemoval(at position: Int, of count: Int) {
    joinUpdates(of: count)
    keep(front: position, back: count - 1 - position)
  }

  /// All rows but those at both ends were replaced.
  mutating func noteReplacement(front: Int, back: Int) {
    updated = []
    keep(front: front, back: back)
  }

  private mutating func keep(front: Int, back: Int) {
    same = Ends(front: min(front, same?.front ?? front), back: min(back, same?.back ?? back))
  }

  private mutating func joinUpdates(of count: Int) {
    guard let first = updated.min(), let last = updated.max() else { return }
    updated = []
    keep(front: first, back: count - 1 - last)
  }
}

/// The effect on a collection when rows take the place of others.
package enum RowsPlacement {
  /// They are the same rows, with other contents.
  case update
  /// Rows come or go.
  case replacement
  /// Two rows would have the same identity.
  case refused
}

/// A collection of rows whose encoding is a list of them, and which can tell which ones were changed.
package protocol WireRows: Codable {
  associatedtype Row: Codable

  var rowCount: Int { get }
  func row(at position: Int) -> Row

  /// Begins to take note of changes; returns what to ask for them by.
  mutating func trackChanges() -> UInt64

  /// Returns what changed since the last call, or since the tracking with this number began, and goes on;
  /// nil when another collection has come here, or a copy of this one.
  mutating func takeChanges(_ tracking: UInt64) -> RowChanges?

  /// Returns whether rows can take the place of others, and what that changes.
  func placement(of rows: [Row], at positions: Range<Int>) -> RowsPlacement

  /// Puts rows in the place of others, which does not refuse them.
  mutating func replaceRows(at positions: Range<Int>, with rows: [Row])

  /// Lets go of all rows but some, and remembers that it is a part: of an array in whose place another comes, in
  /// which all others are as they were.
  mutating func keepRows(at positions: [Range<Int>], placement: RowsPlacement)
}

/// The positions of some rows of a collection.
package enum PositionsOfRows: Equatable, Sendable {
  case single([Int])
  case stretch(Range<Int>)

  package var count: Int {
    switch self {
    case .single(let positions): positions.count
    case .stretch(let positions): positions.count
    }
  }

  package func forEach(_ body: (Int) -> Void) {
    switch self {
    case .single(let positions): positions.forEach(body)
    case .stretch(let positions): positions.forEach(body)
    }
  }
}
