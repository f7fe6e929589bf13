/// The deletion of rows and states that a newer whole state makes needless, some in each transaction.
struct Compaction {
  static let rowsAtMost = 256
  static let bytesAtMost: UInt64 = 4 << 20
  static let piecesAtMost = 4

  let database: Database

  /// Deletes some. Returns true if more are left.
  func step(before group: UInt64) throws(JournalError) -> Bool {
    guard let newest = try SnapshotKey.whole(in: database).first, newest.group >= group else {
      return false
    }
    if try deletePieces(olderThan: newest) { return true }
    guard let last = try lastRow(before: group) else { return false }
    try database.run("DELETE FROM groups WHERE number <= ?", [.number(last)])
    return try lastRow(before: group) != nil
  }

  /// Returns true if it has deleted any.
  private func deletePieces(olderThan newest: SnapshotKey) throws(JournalError) -> Bool {
    try database.run(
      """
      DELETE FROM snapshots WHERE (grp, epoch, idx) IN (
        SELECT grp, epoch, idx FROM snapshots WHERE (grp, epoch) < (?, ?)
        ORDER BY grp, epoch, idx LIMIT \(Self.piecesAtMost))
      """, [.number(newest.group), .number(newest.epoch)])
    return database.changedRows > 0
  }

  /// Returns the last row that one transaction deletes; nil if none is left.
  private func lastRow(before group: UInt64) throws(JournalError) -> UInt64? {
    var last: UInt64?
    var bytes: UInt64 = 0
    try database.run(
      """
      SELECT number, length(body) FROM groups WHERE number <= ? ORDER BY number
      LIMIT \(Self.rowsAtMost)
      """, [.number(group)]
    ) { row in
      last = row.number(0)
      bytes += row.number(1)
      return bytes < Self.bytesAtMost
    }
    return last
  }
}
