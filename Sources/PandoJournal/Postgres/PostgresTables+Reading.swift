extension PostgresTables: JournalTables {
  /// The most rows that one statement reads.
  private static let rowsAtMost = 256
  /// The bytes of bodies that one statement reads at most, unless the first row has more.
  private static let bytesAtMost = 4 << 20

  func wholeStates() throws(JournalError) -> [SnapshotKey] {
    let rows = try connection.run(
      """
      SELECT grp, epoch, max(version) FROM pando_snapshots WHERE name = $1 GROUP BY grp, epoch
      HAVING count(*) = max(count) AND count(*) = min(count) AND count(*) = max(idx) + 1
      ORDER BY grp DESC, epoch DESC
      """, [.text(name)])
    return (0..<rows.count).map { row in
      SnapshotKey(
        group: rows.number(row, 0), epoch: rows.number(row, 1), version: rows.number(row, 2))
    }
  }

  func state(_ key: SnapshotKey) throws(JournalError) -> JournalSnapshot? {
    var pieces: [SnapshotPiece] = []
    while true {
      let rows = try connection.run(
        """
        SELECT version, schema, hash, state_hash, count, checksum, body FROM pando_snapshots
        WHERE name = $1 AND grp = $2 AND epoch = $3 AND idx = $4
        """,
        [.text(name), .number(key.group), .number(key.epoch), .number(UInt64(pieces.count))])
      if rows.count == 0 { return JournalSnapshot(pieces, epoch: key.epoch) }
      let piece = SnapshotPiece(
        group: key.group, version: rows.number(0, 0), schema: rows.number(0, 1),
        hash: rows.number(0, 2), stateHash: rows.number(0, 3), index: pieces.count,
        count: Int(truncatingIfNeeded: rows.number(0, 4)), bytes: rows.bytes(0, 6))
      if piece.checksum != rows.number(0, 5) { return nil }
      pieces.append(piece)
    }
  }

  func forEachRow(
    from number: UInt64, bytesAtOnce: Int, _ body: (JournalRow) throws(JournalError) -> Bool
  ) throws(JournalError) {
    let bytes = UInt64(max(0, min(bytesAtOnce, Self.bytesAtMost)))
    var last = number &- 1
    while true {
      let rows = try connection.run(
        """
        SELECT number, version, count, epoch, schema, hash, body FROM (
          SELECT *, sum(octet_length(body)) OVER (ORDER BY number) AS bytes FROM (
            SELECT * FROM pando_groups WHERE name = $1 AND number > $2
            ORDER BY number LIMIT \(Self.rowsAtMost)) AS next) AS parts
        WHERE bytes <= $3 OR bytes = octet_length(body) ORDER BY number
        """, [.text(name), .number(last), .number(bytes)])
      if rows.count == 0 { return }
      for index in 0..<rows.count {
        let row = JournalRow(
          number: rows.number(index, 0), firstVersion: rows.number(index, 1),
          commitCount: rows.number(index, 2), epoch: rows.number(index, 3),
          schema: rows.number(index, 4), body: rows.bytes(index, 6), hash: rows.number(index, 5))
        if try !body(row) { return }
        last = row.number
      }
    }
  }

  func firstRow() throws(JournalError) -> UInt64? {
    let rows = try connection.run(
      "SELECT number FROM pando_groups WHERE name = $1 ORDER BY number LIMIT 1", [.text(name)])
    return rows.count > 0 ? rows.number(0, 0) : nil
  }

  /// Returns the group and the hash of the last row; of the last piece of a state where no row is
  /// behind it.
  func lastMark() throws(JournalError) -> JournalMark {
    let rows = try connection.run(
      """
      (SELECT number, hash FROM pando_groups WHERE name = $1 ORDER BY number DESC LIMIT 1)
      UNION ALL
      (SELECT grp, hash FROM pando_snapshots WHERE name = $1 ORDER BY grp DESC LIMIT 1)
      ORDER BY number DESC LIMIT 1
      """, [.text(name)])
    if rows.count == 0 { return .zero }
    return JournalMark(
      group: rows.number(0, 0), version: 0, hash: rows.number(0, 1), epoch: 0)
  }

  /// Returns the last row that one transaction deletes, of so many from the first one on; nil if
  /// there is none.
  func lastRow(upTo group: UInt64, rowsAtMost: Int) throws(JournalError) -> UInt64? {
    let rows = try connection.run(
      """
      SELECT number FROM (
        SELECT number, octet_length(body) AS size,
          sum(octet_length(body)) OVER (ORDER BY number) AS bytes FROM (
          SELECT number, body FROM pando_groups WHERE name = $1 AND number <= $2
          ORDER BY number LIMIT \(rowsAtMost)) AS next) AS parts
      WHERE bytes - size < $3 ORDER BY number DESC LIMIT 1
      """, [.text(name), .number(group), .number(Compaction.bytesAtMost)])
    return rows.count > 0 ? rows.number(0, 0) : nil
  }

  func delete(behind group: UInt64) throws(JournalError) {
    for (table, column) in [("pando_groups", "number"), ("pando_snapshots", "grp")] {
      try connection.run(
        "DELETE FROM \(table) WHERE name = $1 AND \(column) > $2", [.text(name), .number(group)])
    }
  }

  func delete(_ key: SnapshotKey) throws(JournalError) {
    try connection.run(
      "DELETE FROM pando_snapshots WHERE name = $1 AND grp = $2 AND epoch = $3",
      [.text(name), .number(key.group), .number(key.epoch)])
  }
}
