extension Database: JournalTables {
  func wholeStates() throws(JournalError) -> [SnapshotKey] { try SnapshotKey.whole(in: self) }

  func state(_ key: SnapshotKey) throws(JournalError) -> JournalSnapshot? {
    try key.read(from: self)
  }

  func forEachRow(
    from number: UInt64, bytesAtOnce: Int, _ body: (JournalRow) throws(JournalError) -> Bool
  ) throws(JournalError) {
    try run(FileStorage.rowsFrom, [.number(number)]) { found throws(JournalError) in
      try body(JournalRow(found))
    }
  }

  func firstRow() throws(JournalError) -> UInt64? {
    try number("SELECT min(number) FROM groups")
  }

  func delete(behind group: UInt64) throws(JournalError) {
    try run("DELETE FROM groups WHERE number > ?", [.number(group)])
    try run("DELETE FROM snapshots WHERE grp > ?", [.number(group)])
  }

  func delete(_ key: SnapshotKey) throws(JournalError) { try key.delete(from: self) }
}
