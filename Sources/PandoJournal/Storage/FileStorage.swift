import CSQLite
import Glibc

/// A journal in a file of SQLite, with a log that is flushed with every row, by one connection.
///
/// Beside the file are `PATH-wal` and `PATH-shm`, of SQLite, and `PATH.lock`: see ``LockFile``. Whoever copies a
/// journal that is open, or whose process was killed, copies them all.
package final class FileStorage: JournalStorage {
  /// The bytes in the log from which on they are moved into the main file: to move 64 MB keeps the next row waiting
  /// for 120 ms and more, to move 4 MB for 8 to 26.
  private static let logBytesAtMost = 4 << 20

  let path: String
  var lock: LockFile?
  var database: Database?
  var isReadOnly = false
  /// The opening of the journal that this is.
  var epoch: UInt64 = 0
  /// The position behind the last row.
  var end = JournalMark.zero
  private var logFramesAtMost = 0
  /// The number of frames in the log behind which a checkpoint is due.
  private var dueFrames = 0
  /// True if something was written since the last checkpoint.
  private var hasLog = false
  /// The first error, which every later call throws.
  private var failure: JournalError?

  package var place: String { path }

  /// - Parameter path: The file; it is made where there is none, its folder is not.
  package init(path: String) {
    self.path = path
  }

  deinit { close() }

  // MARK: - Writing

  package func append(_ row: JournalRow) throws(JournalError) {
    try writing { database, lock throws(JournalError) in
      var reader = ChainReader(from: end)
      if let problem = reader.follow(row) { throw .misfit(problem, path: path) }
      try database.run(
        """
        INSERT INTO groups(number, version, count, epoch, schema, hash, body)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
        WHERE EXISTS(SELECT 1 FROM meta WHERE key = 'epoch' AND value = ?8)
        """,
        [
          .number(row.number), .number(row.firstVersion), .number(row.commitCount),
          .number(row.epoch), .number(row.schema), .number(row.hash), .blob(row.body),
          .number(epoch),
        ])
      try holdEpoch(database)
      end = reader.end
      try lock.write(mark(of: end))
    }
  }

  package func append(_ piece: SnapshotPiece) throws(JournalError) {
    try writing { database, _ throws(JournalError) in
      if let problem = piece.problem(end: end) { throw .misfit(problem, path: path) }
      try database.run(
        """
        INSERT OR REPLACE INTO snapshots
          (grp, epoch, idx, count, version, schema, hash, stateHash, checksum, body)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10
        WHERE EXISTS(SELECT 1 FROM meta WHERE key = 'epoch' AND value = ?2)
        """,
        [
          .number(piece.group), .number(epoch), .number(UInt64(piece.index)),
          .number(UInt64(piece.count)), .number(piece.version), .number(piece.schema),
          .number(piece.hash), .number(piece.stateHash), .number(piece.checksum),
          .blob(piece.bytes),
        ])
      try holdEpoch(database)
      end = end.moved(by: piece)
    }
  }

  package func compact(before group: UInt64) throws(JournalError) -> Bool {
    var hasMore = false
    try writing { database, _ throws(JournalError) in
      hasMore = try Compaction(database: database).step(before: group)
    }
    return hasMore
  }

  package func checkpointIfDue(isIdle: Bool) throws(JournalError) {
    try latching { database throws(JournalError) in
      if isReadOnly || !hasLog { return }
      guard isIdle || database.logFrames >= dueFrames else { return }
      if try database.checkpoint(SQLITE_CHECKPOINT_PASSIVE) {
        // The next row begins the log anew, in the same bytes of the file.
        (hasLog, dueFrames) = (false, logFramesAtMost)
      } else {
        // Somebody reads the file, as a backup does.
        dueFrames = database.logFrames + logFramesAtMost
      }
    }
  }

  /// Holds that nobody else has opened the journal, as somebody could who has removed the lock file.
  private func holdEpoch(_ database: Database) throws(JournalError) {
    if database.changedRows == 0 {
      throw JournalError(.isOpenElsewhere(processID: 0), path: path)
    }
  }

  /// Returns a position as this opening acknowledges it.
  func mark(of position: JournalMark) -> JournalMark {
    var mark = position
    mark.epoch = epoch
    return mark
  }

  // MARK: - Reading

  package func rows(
    from number: UInt64, bytesAtMost: Int
  ) throws(JournalError) -> [JournalRow] {
    var rows: [JournalRow] = []
    try latching { database throws(JournalError) in
      rows = try database.rows(from: number, bytesAtMost: bytesAtMost, path: path)
    }
    return rows
  }

  package func wholeStates() throws(JournalError) -> [SnapshotKey] {
    var keys: [SnapshotKey] = []
    try latching { database throws(JournalError) in keys = try database.wholeStates() }
    return keys
  }

  package func state(_ key: SnapshotKey) throws(JournalError) -> JournalSnapshot? {
    var state: JournalSnapshot?
    try latching { database throws(JournalError) in state = try database.state(key) }
    return state
  }

  /// Gives the room of what was deleted back to the disk. It takes as much room again meanwhile.
  func giveRoomBack() throws(JournalError) {
    try latching { database throws(JournalError) in
      try database.execute("VACUUM")
      _ = try database.checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
    }
  }

  /// The statement that gives the rows from a number on, as ``JournalRow`` reads them.
  static let rowsFrom = """
    SELECT number, version, count, epoch, schema, hash, body FROM groups WHERE number >= ?
    ORDER BY number
    """

  // MARK: - The end

  package func close() {
    if failure == nil, !isReadOnly { database?.closeInOrder() } else { database?.close() }
    database = nil
    lock?.close()
    lock = nil
  }

  /// Throws the first error again, if there was one.
  func throwFailure() throws(JournalError) {
    if let failure { throw failure }
  }

  /// Takes what was opened.
  func begin(_ database: Database, _ lock: LockFile?) throws(JournalError) {
    let pageBytes = try Int(database.number("PRAGMA page_size") ?? 4096)
    logFramesAtMost = max(1, Self.logBytesAtMost / max(512, pageBytes))
    (dueFrames, hasLog) = (logFramesAtMost, !isReadOnly)
    (self.database, self.lock) = (database, lock)
  }

  private func writing(
    _ body: (Database, LockFile) throws(JournalError) -> Void
  ) throws(JournalError) {
    try latching { database throws(JournalError) in
      guard let lock, !isReadOnly else { throw .readOnly(path) }
      hasLog = true
      try body(database, lock)
    }
  }

  /// Calls a body that uses the database, and keeps its error for every later call.
  private func latching(
    _ body: (Database) throws(JournalError) -> Void
  ) throws(JournalError) {
    try throwFailure()
    guard let database else { throw .notOpen(path) }
    do throws(JournalError) {
      try body(database)
    } catch {
      failure = error
      throw error
    }
  }
}
