import CSQLite
import Glibc

/// A connection to SQLite, by which one thread at a time reads and writes.
///
/// It goes straight to SQLite, not to a library around it: the journal has a dozen statements, wants the codes of
/// errors as they are, and must not let the end of a connection move the log into the main file after an error.
final class Database {
  /// The length of the log behind the last transaction.
  private final class LogLength {
    var frames = 0
  }

  private let path: String
  private let connection: OpaquePointer
  private let log = LogLength()
  private var statements: [String: OpaquePointer] = [:]

  /// The number of pages in the log behind the last transaction that this connection has written.
  var logFrames: Int { log.frames }

  /// Opens a database. Nothing is read yet.
  ///
  /// - Parameters:
  ///   - file: The file, which is made where there is none, unless it is only read.
  ///   - path: The journal's path, for errors.
  init(_ file: String, path: String, isReadOnly: Bool) throws(JournalError) {
    self.path = path
    let way = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let flags = way | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(file, &opened, flags, nil)
    guard let opened else {
      throw JournalError(.failed(code: SQLITE_NOMEM, message: "out of memory"), path: path)
    }
    connection = opened
    if code != SQLITE_OK {
      let error = error(code)
      sqlite3_close_v2(opened)
      throw error
    }
    pando_sqlite_checkpoints_on_close(connection, 0)
    sqlite3_busy_timeout(connection, 5_000)
  }

  /// Closes the connection. The log stays as it is.
  func close() {
    for statement in statements.values { sqlite3_finalize(statement) }
    statements = [:]
    sqlite3_close_v2(connection)
  }

  /// Moves the log into the main file, closes the connection and removes the log. Leaves the log where that fails.
  func closeInOrder() {
    if (try? checkpoint(SQLITE_CHECKPOINT_TRUNCATE)) == true {
      pando_sqlite_checkpoints_on_close(connection, 1)
    }
    close()
  }

  // MARK: - Statements

  /// Runs statements that have no values and give no rows.
  func execute(_ text: String) throws(JournalError) {
    try check(sqlite3_exec(connection, text, nil, nil, nil))
  }

  /// Runs a statement, which is kept for the next time.
  ///
  /// - Parameter row: Called for each row that it gives, while it returns true.
  func run(
    _ text: String, _ values: [DatabaseValue] = [],
    row: (DatabaseRow) throws(JournalError) -> Bool = { _ in true }
  ) throws(JournalError) {
    let statement = try prepare(text)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      try check(bind(value, at: Int32(index + 1), statement))
    }
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw error(code) }
      if try !row(DatabaseRow(statement: statement)) { return }
    }
  }

  /// Returns the first number of the first row that a statement gives; nil where there is none, or where it is NULL.
  func number(_ text: String, _ values: [DatabaseValue] = []) throws(JournalError) -> UInt64? {
    var number: UInt64?
    try run(text, values) { row in
      if sqlite3_column_type(row.statement, 0) != SQLITE_NULL { number = row.number(0) }
      return false
    }
    return number
  }

  /// Returns the first text of the first row that a statement gives; nil where there is none.
  func text(_ text: String) throws(JournalError) -> String? {
    var result: String?
    try run(text) { row in
      result = row.text(0)
      return false
    }
    return result
  }

  /// The number of rows that the last statement has changed.
  var changedRows: Int { Int(sqlite3_changes(connection)) }

  /// Runs statements that are kept all, or none of them.
  func transaction(_ body: () throws(JournalError) -> Void) throws(JournalError) {
    try run("BEGIN IMMEDIATE")
    do throws(JournalError) {
      try body()
      try run("COMMIT")
    } catch {
      sqlite3_exec(connection, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  private func prepare(_ text: String) throws(JournalError) -> OpaquePointer {
    if let statement = statements[text] { return statement }
    var prepared: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    try check(sqlite3_prepare_v3(connection, text, -1, flags, &prepared, nil))
    guard let statement = prepared else { throw error(SQLITE_MISUSE) }
    statements[text] = statement
    return statement
  }

  private func bind(
    _ value: DatabaseValue, at index: Int32, _ statement: OpaquePointer
  ) -> Int32 {
    // SQLITE_TRANSIENT: SQLite makes a copy.
    let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    return switch value {
    case .number(let number):
      sqlite3_bind_int64(statement, index, Int64(bitPattern: number))
    case .text(let text):
      sqlite3_bind_text(statement, index, text, -1, copies)
    case .blob(let bytes) where bytes.isEmpty:
      sqlite3_bind_zeroblob(statement, index, 0)
    case .blob(let bytes):
      sqlite3_bind_blob64(statement, index, bytes, UInt64(bytes.count), copies)
    }
  }

  // MARK: - The log

  /// Has every transaction flushed to a log, which nothing but ``checkpoint(_:)`` moves into the main file.
  func beginLog() throws(JournalError) {
    guard try text("PRAGMA journal_mode = WAL") == "wal" else {
      let message = "SQLite cannot keep a log beside it (journal_mode=WAL)"
      throw JournalError(.failed(code: SQLITE_IOERR, message: message), path: path)
    }
    try execute("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0")
    let context = Unmanaged.passUnretained(log).toOpaque()
    // Behind the pragma above, which sets the same hook.
    sqlite3_wal_hook(
      connection,
      { context, _, _, frames in
        guard let context else { return SQLITE_OK }
        Unmanaged<LogLength>.fromOpaque(context).takeUnretainedValue().frames = Int(frames)
        return SQLITE_OK
      }, context)
  }

  /// Moves the log into the main file. Returns false if somebody who reads the file was in the way.
  func checkpoint(_ mode: Int32) throws(JournalError) -> Bool {
    var (frames, moved): (Int32, Int32) = (0, 0)
    let code = sqlite3_wal_checkpoint_v2(connection, nil, mode, &frames, &moved)
    if code & 0xFF == SQLITE_BUSY { return false }
    try check(code)
    return frames == moved
  }

  // MARK: - Errors

  private func check(_ code: Int32) throws(JournalError) {
    if code != SQLITE_OK { throw error(code) }
  }

  private func error(_ code: Int32) -> JournalError {
    let message = sqlite3_errmsg(connection).map { String(cString: $0) } ?? ""
    switch code & 0xFF {
    case SQLITE_FULL:
      return JournalError(.diskFull, path: path)
    // The statements are right: one that cannot be understood tells of tables that are damaged.
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR:
      return JournalError(.isDamaged(message), path: path)
    case SQLITE_IOERR, SQLITE_CANTOPEN:
      let systemCode = pando_sqlite_last_errno(connection)
      if systemCode == ENOSPC || systemCode == EDQUOT {
        return JournalError(.diskFull, path: path)
      }
      let cause =
        systemCode == 0 ? message : "\(message): \(String(cString: strerror(systemCode)))"
      return JournalError(.failed(code: code, message: cause), path: path)
    default:
      return JournalError(.failed(code: code, message: message), path: path)
    }
  }
}
