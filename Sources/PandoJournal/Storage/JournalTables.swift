/// The rows and states of one journal in a database, as a survey reads them and drops them.
protocol JournalTables {
  /// Returns the states that have all of their pieces, the newest first.
  func wholeStates() throws(JournalError) -> [SnapshotKey]

  /// Returns a state; nil if its pieces are damaged.
  func state(_ key: SnapshotKey) throws(JournalError) -> JournalSnapshot?

  /// Calls a body with each row from a number on, in order, while it returns true.
  ///
  /// - Parameter bytesAtOnce: The bytes of bodies that are likely to be wanted.
  func forEachRow(
    from number: UInt64, bytesAtOnce: Int, _ body: (JournalRow) throws(JournalError) -> Bool
  ) throws(JournalError)

  /// Returns the number of the first row; nil if there is none.
  func firstRow() throws(JournalError) -> UInt64?

  /// Deletes the rows and states behind a group.
  func delete(behind group: UInt64) throws(JournalError)

  /// Deletes a state.
  func delete(_ key: SnapshotKey) throws(JournalError)
}

extension JournalTables {
  /// Returns rows in order, as ``JournalStorage/rows(from:bytesAtMost:)`` does.
  ///
  /// - Parameter path: The journal's place, for errors.
  func rows(
    from number: UInt64, bytesAtMost: Int, path: String
  ) throws(JournalError) -> [JournalRow] {
    var (rows, bytes): ([JournalRow], Int) = ([], 0)
    try forEachRow(from: number, bytesAtOnce: bytesAtMost) { row throws(JournalError) in
      bytes += row.body.count
      if bytes > bytesAtMost, !rows.isEmpty { return false }
      if let last = rows.last {
        var reader = ChainReader(from: last.mark)
        if let problem = reader.follow(row) {
          throw JournalError(.isDamaged(problem), path: path)
        }
      }
      rows.append(row)
      return bytes < bytesAtMost
    }
    return rows
  }
}
