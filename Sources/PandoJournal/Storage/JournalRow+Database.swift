extension JournalRow {
  /// Reads a row of ``FileStorage/rowsFrom``.
  init(_ row: DatabaseRow) {
    self.init(
      number: row.number(0), firstVersion: row.number(1), commitCount: row.number(2),
      epoch: row.number(3), schema: row.number(4), body: row.bytes(6), hash: row.number(5))
  }
}
