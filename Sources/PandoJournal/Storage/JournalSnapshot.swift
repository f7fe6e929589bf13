/// A whole state, as it is read from a journal.
package struct JournalSnapshot: Equatable, Sendable {
  /// The position behind which the state is; its epoch is that of the opening which wrote the state.
  package var mark: JournalMark
  /// A fingerprint of the state's types.
  package var schema: UInt64
  /// The hash of the state's bytes.
  package var stateHash: UInt64
  /// The state, encoded.
  package var state: [UInt8]

  package init(mark: JournalMark, schema: UInt64, stateHash: UInt64, state: [UInt8]) {
    self.mark = mark
    self.schema = schema
    self.stateHash = stateHash
    self.state = state
  }

  /// Returns the state that pieces make; nil if they are not those of one whole state.
  init?(_ pieces: [SnapshotPiece], epoch: UInt64) {
    guard let first = pieces.first, first.count == pieces.count else { return nil }
    var state: [UInt8] = []
    for (index, piece) in pieces.enumerated() {
      var expected = first
      (expected.index, expected.bytes) = (index, piece.bytes)
      if piece != expected { return nil }
      state += piece.bytes
    }
    if JournalHash.of(state) != first.stateHash { return nil }
    self.init(
      mark: JournalMark(
        group: first.group, version: first.version, hash: first.hash, epoch: epoch),
      schema: first.schema, stateHash: first.stateHash, state: state)
  }
}
