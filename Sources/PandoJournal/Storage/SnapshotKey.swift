/// The name of a whole state in the database: the row that it is behind, and the opening that wrote it.
///
/// The opening is part of it, as one may write the state of a group anew (of other types), and be cut off in the
/// middle: then the pieces of the former stay as they are.
package struct SnapshotKey: Equatable, Sendable {
  package let group: UInt64
  package let epoch: UInt64
  /// The version of the state.
  package let version: UInt64

  /// Returns those that have all of their pieces, the newest first.
  static func whole(in database: Database) throws(JournalError) -> [SnapshotKey] {
    var keys: [SnapshotKey] = []
    try database.run(
      """
      SELECT grp, epoch, max(version) FROM snapshots GROUP BY grp, epoch
      HAVING count(*) = max(count) AND count(*) = min(count) AND count(*) = max(idx) + 1
      ORDER BY grp DESC, epoch DESC
      """
    ) { row in
      keys.append(
        SnapshotKey(group: row.number(0), epoch: row.number(1), version: row.number(2)))
      return true
    }
    return keys
  }

  /// Returns the state; nil if its pieces are damaged.
  func read(from database: Database) throws(JournalError) -> JournalSnapshot? {
    var pieces: [SnapshotPiece] = []
    var isWhole = true
    try database.run(
      """
      SELECT version, schema, hash, stateHash, idx, count, checksum, body FROM snapshots
      WHERE grp = ? AND epoch = ? ORDER BY idx
      """, [.number(group), .number(epoch)]
    ) { row in
      let piece = SnapshotPiece(
        group: group, version: row.number(0), schema: row.number(1), hash: row.number(2),
        stateHash: row.number(3), index: Int(truncatingIfNeeded: row.number(4)),
        count: Int(truncatingIfNeeded: row.number(5)), bytes: row.bytes(7))
      isWhole = piece.checksum == row.number(6)
      pieces.append(piece)
      return isWhole
    }
    return isWhole ? JournalSnapshot(pieces, epoch: epoch) : nil
  }

  /// Deletes the state's pieces.
  func delete(from database: Database) throws(JournalError) {
    try database.run(
      "DELETE FROM snapshots WHERE grp = ? AND epoch = ?", [.number(group), .number(epoch)])
  }
}
