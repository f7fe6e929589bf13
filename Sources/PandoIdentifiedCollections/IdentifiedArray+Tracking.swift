public import OrderedCollections
package import PandoWire

/// Notes which rows of an array change.
///
/// An array that alone refers to it notes its changes here, and lets go of it where it cannot tell them,
/// or where a copy of the array refers to it too. So an array that refers to it is what it was when the
/// changes were last taken, but for those that are noted.
@usableFromInline
final class RowTracking {
  let number: UInt64
  /// The effect of the rows that take the place of these, where the array is a part of another; nil for all others.
  let placement: RowsPlacement?
  var changes = RowChanges()

  init(number: UInt64, placement: RowsPlacement? = nil) {
    self.number = number
    self.placement = placement
  }
}

// Changed through an array that alone refers to it, or by `takeChanges`, when every array that refers to
// it is the same.
extension RowTracking: @unchecked Sendable {}

extension RowTracking {
  @usableFromInline
  func noteUpdate(at position: Int, of count: Int) {
    changes.noteUpdate(at: position, of: count)
  }

  @usableFromInline
  func noteInsertion(at position: Int, of count: Int) {
    changes.noteInsertion(at: position, of: count)
  }

  @usableFromInline
  func noteRemoval(at position: Int, of count: Int) {
    changes.noteRemoval(at: position, of: count)
  }
}

extension IdentifiedArray {
  /// To be called before an element is changed where it is.
  @inlinable @inline(__always)
  mutating func noteUpdate(at position: Int) {
    if tracking != nil { ownTracking()?.noteUpdate(at: position, of: orderedIDs.count) }
  }

  /// To be called when the id of a new element is in place.
  @inlinable @inline(__always)
  mutating func noteInsertion(at position: Int) {
    if tracking != nil { ownTracking()?.noteInsertion(at: position, of: orderedIDs.count - 1) }
  }

  /// To be called before the id of an element goes.
  @inlinable @inline(__always)
  mutating func noteRemoval(at position: Int) {
    if tracking != nil { ownTracking()?.noteRemoval(at: position, of: orderedIDs.count) }
  }

  /// To be called before the elements at some positions go, or before others come there.
  @inlinable
  mutating func noteReplacement(of positions: Range<Int>) {
    guard tracking != nil, let tracking = ownTracking() else { return }
    let count = orderedIDs.count
    tracking.noteInsertion(at: positions.lowerBound, of: count)
    if let last = positions.last { tracking.noteRemoval(at: last, of: count) }
  }

  /// To be called before all elements go but those at some positions, which ascend.
  @inlinable
  mutating func noteRemoval(exceptAt positions: [Int]) {
    guard tracking != nil else { return }
    var front = 0
    while front < positions.count, positions[front] == front { front += 1 }
    var end = count
    while let last = positions.dropLast(count - end).last, last == end - 1 { end -= 1 }
    noteReplacement(of: front..<end)
  }

  package mutating func trackChanges() -> UInt64 {
    let number = freshStamp()
    tracking = RowTracking(number: number)
    return number
  }

  package mutating func takeChanges(_ number: UInt64) -> RowChanges? {
    guard let tracking, tracking.number == number else { return nil }
    let changes = tracking.changes
    if !changes.isEmpty { tracking.changes = RowChanges() }
    return changes
  }

  /// The tracking, if no other array has it; else lets go of it.
  @inlinable
  mutating func ownTracking() -> RowTracking? {
    if !isKnownUniquelyReferenced(&tracking) { tracking = nil }
    return tracking
  }
}

extension IdentifiedArray {
  /// The effect of the rows that take the place of these, where the array is a part of another; nil for all others.
  package var partPlacement: RowsPlacement? { tracking?.placement }
}

extension IdentifiedArray: WireRows
where Element: Codable & Identifiable, ID == Element.ID {
  package typealias Row = Element

  package var rowCount: Int { orderedElements.count }

  package func row(at position: Int) -> Element { orderedElements[position] }

  package func placement(of rows: [Element], at positions: Range<Int>) -> RowsPlacement {
    if haveSameIDs(rows, at: positions) { return .update }
    let ids = rows.map(identify)
    guard Set(ids).count == ids.count else { return .refused }
    let isFree = ids.allSatisfy { orderedIDs.firstIndex(of: $0).map(positions.contains) ?? true }
    return isFree ? .replacement : .refused
  }

  private func haveSameIDs(_ rows: [Element], at positions: Range<Int>) -> Bool {
    // By index: in code that is not specialised, `zip` asks the runtime for the types that it is made of.
    guard rows.count == positions.count else { return false }
    for index in 0..<rows.count
    where identify(rows[index]) != orderedIDs[positions.lowerBound + index] {
      return false
    }
    return true
  }

  package mutating func keepRows(at positions: [Range<Int>], placement: RowsPlacement) {
    var ids: OrderedSet<ID> = []
    var rows: [Element] = []
    for range in positions {
      for position in range {
        ids.append(orderedIDs[position])
        rows.append(orderedElements[position])
      }
    }
    orderedIDs = ids
    orderedElements = rows
    membershipDidChange()
    tracking = RowTracking(number: 0, placement: placement)
  }

  package mutating func replaceRows(at positions: Range<Int>, with rows: [Element]) {
    if haveSameIDs(rows, at: positions) {
      for index in 0..<rows.count { self[positions.lowerBound + index] = rows[index] }
    } else {
      replace(positions, withOthers: rows)
    }
  }

  /// Puts rows of other identities in place. Apart from the above, which asks for none of the types needed here.
  @inline(never)
  private mutating func replace(_ positions: Range<Int>, withOthers rows: [Element]) {
    if positions.count + rows.count <= 4 || positions.upperBound == count {
      for position in positions.reversed() { remove(at: position) }
      for (index, row) in rows.enumerated() { insert(row, at: positions.lowerBound + index) }
    } else {
      orderedElements.replaceSubrange(positions, with: rows)
      orderedIDs = OrderedSet(uncheckedUniqueElements: orderedElements.lazy.map(identify))
      membershipDidChange()
    }
  }
}

extension IdentifiedArray: BitwiseType {
  package static func isBitwise(_ visit: inout TypeVisit) -> Bool {
    visit.isBitwise(ID.self) && visit.isBitwise(Element.self)
  }
}
