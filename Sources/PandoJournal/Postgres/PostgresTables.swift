/// The tables of journals in PostgreSQL, as far as they are one journal's.
///
/// `pando_meta` has a row for each journal, with two numbers that only grow. The `epoch` grows with
/// each opening for writing. The `fence` grows with each connection that writes, and whoever writes
/// holds its row with the fence that it knows: so once the fence has grown, nothing that was sent
/// by an earlier connection can come into effect.
struct PostgresTables {
  /// The format of the tables. Grows with every change that a build before could not read.
  static let format: UInt64 = 1

  let connection: PostgresConnection
  let name: String

  // MARK: - The tables

  /// Returns false if they were never made.
  func exist() throws(JournalError) -> Bool {
    try connection.run("SELECT count(to_regclass('pando_meta'))").number(0, 0) > 0
  }

  /// Makes them, unless somebody else has made them meanwhile.
  func make() throws(JournalError) {
    try connection.execute(
      """
      SELECT pg_advisory_xact_lock(\(0x5061_6E64));
      CREATE TABLE IF NOT EXISTS pando_groups(
        name text, number int8, version int8 NOT NULL, count int8 NOT NULL, epoch int8 NOT NULL,
        schema int8 NOT NULL, hash int8 NOT NULL, body bytea NOT NULL, PRIMARY KEY(name, number));
      CREATE TABLE IF NOT EXISTS pando_snapshots(
        name text, grp int8, epoch int8, idx int8, count int8 NOT NULL, version int8 NOT NULL,
        schema int8 NOT NULL, hash int8 NOT NULL, state_hash int8 NOT NULL,
        checksum int8 NOT NULL, body bytea NOT NULL, PRIMARY KEY(name, grp, epoch, idx));
      CREATE TABLE IF NOT EXISTS pando_meta(
        name text PRIMARY KEY, format int8 NOT NULL, epoch int8 NOT NULL, fence int8 NOT NULL);
      """)
  }

  /// Returns the greatest format that a journal there has; 0 if there is none.
  func latestFormat() throws(JournalError) -> UInt64 {
    try connection.run("SELECT coalesce(max(format), 0) FROM pando_meta").number(0, 0)
  }

  // MARK: - The fence

  /// Returns the number of the last opening; 0 if there was none.
  func lastEpoch() throws(JournalError) -> UInt64 {
    let rows = try connection.run("SELECT epoch FROM pando_meta WHERE name = $1", [.text(name)])
    return rows.count > 0 ? rows.number(0, 0) : 0
  }

  /// Begins an epoch. Waits for a transaction that holds the row.
  func beginEpoch() throws(JournalError) -> (epoch: UInt64, fence: UInt64) {
    let rows = try connection.run(
      """
      INSERT INTO pando_meta AS meta(name, format, epoch, fence) VALUES($1, $2, 1, 1)
      ON CONFLICT (name) DO UPDATE SET epoch = meta.epoch + 1, fence = meta.fence + 1
      RETURNING epoch, fence
      """, [.text(name), .number(Self.format)])
    return (rows.number(0, 0), rows.number(0, 1))
  }

  /// Begins a connection in an epoch; nil if that epoch is over. Waits for a transaction that holds
  /// the row.
  func beginFence(in epoch: UInt64) throws(JournalError) -> UInt64? {
    let rows = try connection.run(
      """
      UPDATE pando_meta SET fence = fence + 1 WHERE name = $1 AND epoch = $2 RETURNING fence
      """, [.text(name), .number(epoch)])
    return rows.count > 0 ? rows.number(0, 0) : nil
  }

  /// Holds the row of the journal until the transaction ends. Returns false if the fence has grown.
  func hold(_ fence: UInt64) throws(JournalError) -> Bool {
    try connection.run("\(Self.held) SELECT FROM held", [.text(name), .number(fence)]).count > 0
  }

  private static let held = """
    WITH held AS (SELECT 1 FROM pando_meta WHERE name = $1 AND fence = $2 FOR SHARE)
    """

  // MARK: - Writing

  /// Adds a row. Returns false if the fence has grown.
  func append(_ row: JournalRow, _ fence: UInt64) throws(JournalError) -> Bool {
    try connection.run(
      """
      \(Self.held)
      INSERT INTO pando_groups(name, number, version, count, epoch, schema, hash, body)
      SELECT $1, $3, $4, $5, $6, $7, $8, $9 FROM held RETURNING number
      """,
      [
        .text(name), .number(fence), .number(row.number), .number(row.firstVersion),
        .number(row.commitCount), .number(row.epoch), .number(row.schema), .number(row.hash),
        .blob(row.body),
      ]
    ).count > 0
  }

  /// Adds a piece, or writes it anew. Returns false if the fence has grown.
  func append(
    _ piece: SnapshotPiece, epoch: UInt64, _ fence: UInt64
  ) throws(JournalError) -> Bool {
    try connection.run(
      """
      \(Self.held)
      INSERT INTO pando_snapshots AS old
        (name, grp, epoch, idx, count, version, schema, hash, state_hash, checksum, body)
      SELECT $1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 FROM held
      ON CONFLICT (name, grp, epoch, idx) DO UPDATE SET
        (count, version, schema, hash, state_hash, checksum, body) = ROW(
          excluded.count, excluded.version, excluded.schema, excluded.hash, excluded.state_hash,
          excluded.checksum, excluded.body)
      RETURNING idx
      """,
      [
        .text(name), .number(fence), .number(piece.group), .number(epoch),
        .number(UInt64(piece.index)), .number(UInt64(piece.count)), .number(piece.version),
        .number(piece.schema), .number(piece.hash), .number(piece.stateHash),
        .number(piece.checksum), .blob(piece.bytes),
      ]
    ).count > 0
  }

  /// Deletes pieces of states that are older than one. Returns true if it has deleted any.
  private func deletePieces(olderThan key: SnapshotKey, atMost count: Int) throws(JournalError)
    -> Bool
  {
    try connection.run(
      """
      DELETE FROM pando_snapshots WHERE name = $1 AND (grp, epoch, idx) IN (
        SELECT grp, epoch, idx FROM pando_snapshots
        WHERE name = $1 AND (grp, epoch) < ($2, $3)
        ORDER BY grp, epoch, idx LIMIT \(count))
      RETURNING idx
      """, [.text(name), .number(key.group), .number(key.epoch)]
    ).count > 0
  }

  /// Deletes rows up to a group.
  private func deleteRows(upTo group: UInt64) throws(JournalError) {
    try connection.run(
      "DELETE FROM pando_groups WHERE name = $1 AND number <= $2", [.text(name), .number(group)])
  }

  /// Deletes a bounded number of pieces or rows that a whole state of a group, or of a later one,
  /// makes needless. Returns true if more are left.
  func compact(before group: UInt64) throws(JournalError) -> Bool {
    guard let newest = try wholeStates().first, newest.group >= group else { return false }
    if try deletePieces(olderThan: newest, atMost: Compaction.piecesAtMost) { return true }
    guard let last = try lastRow(upTo: group, rowsAtMost: Compaction.rowsAtMost) else {
      return false
    }
    try deleteRows(upTo: last)
    return try lastRow(upTo: group, rowsAtMost: 1) != nil
  }
}
