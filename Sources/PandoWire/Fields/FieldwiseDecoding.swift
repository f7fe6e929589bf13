/// Finds which fields of a large state a patch of its encoding changes, and decodes only those.
///
/// It keeps the lengths of the fields in the encoding. After nil or an error it is of no use any more, and
/// the whole state is to be decoded.
package final class FieldwiseDecoding {
  private let follower: TableFollower
  /// The memory that elements of all patches may still take beyond their bytes; then the whole state is to be decoded,
  /// which counts what it has by now.
  private var memoryLeft = WireLimits.standard.memoryBytes
  /// A number that its owner gives to the encoding.
  package var version: UInt64 = 0

  /// Begins with the encoding of a state; nil where it is not of that shape.
  package init?(_ table: FieldTable, _ encoded: [UInt8]) {
    let follower = TableFollower(table)
    let begins = encoded.withUnsafeBytes { bytes in
      var offset = 0
      return (try? follower.begin(WireBytes(bytes), &offset)) == true && offset == bytes.count
    }
    guard begins else { return nil }
    self.follower = follower
  }

  /// Returns what a patch changes in a state; nil where that cannot be told field by field.
  ///
  /// - Parameters:
  ///   - patch: A patch of the encoding that was given last, or came of the last patch.
  ///   - encoded: The encoding with the patch applied.
  ///   - state: The state before the patch.
  /// - Complexity: O(fields), and what it takes to decode those, or the parts of them, that changed. For each
  ///   splice of a collection a look at one row of 4,096, to find the one that it changes; where rows come or
  ///   go, O(rows) once.
  package func change(
    by patch: Patch, to encoded: UnsafeRawBufferPointer, of state: UnsafeRawPointer
  ) throws(WireError) -> StateChange? {
    switch patch {
    case .unchanged: return StateChange { _, _ in }
    case .snapshot: return nil
    case .splice(let splice): return try change(by: [splice], encoded, state)
    case .splices(let splices): return try change(by: splices, encoded, state)
    }
  }

  private func change(
    by splices: [Splice], _ encoded: UnsafeRawBufferPointer, _ state: UnsafeRawPointer
  ) throws(WireError) -> StateChange? {
    let limit = WireLimits.standard.maximumBytes
    if encoded.count > limit { throw WireError(.tooLarge(bytes: encoded.count, limit: limit)) }
    var reader = WireReader(encoded, at: 0, depth: 0)
    reader.memoryLeft = memoryLeft
    let edit = try follower.follow(
      splices[...], from: 0, &reader, length: encoded.count, state)
    memoryLeft = reader.memoryLeft
    return edit.map(StateChange.init)
  }
}

/// Values that are to be put into a state.
package struct StateChange {
  fileprivate let edit: FieldEdit

  /// Makes the change in a state that is equal to the one that it was found for.
  package func apply(to state: UnsafeMutableRawPointer) { edit(state, .apply) }

  /// Leaves, in a copy of such a state, only the rows that the change is about, of each collection that notes its
  /// changes (``WireRows/keepRows(at:placement:)``), where the rows and all values around them are of types that adopt
  /// what they hold part by part, and no type of a value around them is generic or declared inside a generic type: such
  /// a value stays whole. To be called before the change is made. O(rows that change).
  package func reduce(_ copy: UnsafeMutableRawPointer, adoptedBy types: AdoptingTypes) {
    edit(copy, .reduce(types))
  }
}
