import CPostgres
import Glibc

/// A connection to PostgreSQL, by which one thread at a time reads and writes.
///
/// It never waits without an end: a server that is silent for too long is as good as gone. It is of
/// no use after an error, and its end takes back a transaction that is under way.
final class PostgresConnection {
  private let library: PandoPostgres
  private let connection: OpaquePointer
  private let place: String
  var limits: PostgresLimits

  /// Connects to a server.
  ///
  /// - Parameters:
  ///   - string: A connection string of libpq.
  ///   - place: The journal's place, for errors.
  init(
    _ string: String, place: String, isReadOnly: Bool, limits: PostgresLimits
  ) throws(JournalError) {
    guard let library = pando_postgres()?.pointee else {
      let message = "libpq.so.5, the library of PostgreSQL, is missing: install libpq5"
      throw JournalError(.failed(code: ELIBACC, message: message), path: place)
    }
    guard let connection = Self.connect(library, string, isReadOnly, limits) else {
      throw JournalError(.failed(code: ENOMEM, message: "out of memory"), path: place)
    }
    (self.library, self.connection, self.place) = (library, connection, place)
    self.limits = limits
    guard library.status(connection) == 0, library.setnonblocking(connection, 1) == 0 else {
      throw lost()
    }
    // It would print them.
    _ = library.setNoticeProcessor(connection, { _, _ in }, nil)
    try execute(
      """
      SET synchronous_commit = on;
      SET default_transaction_isolation = 'read committed';
      SET lock_timeout = \(limits.lock.milliseconds);
      SET idle_in_transaction_session_timeout = \(limits.silence.milliseconds)
      """)
  }

  deinit { library.finish(connection) }

  /// The words of the string override those that stand before it.
  private static func connect(
    _ library: PandoPostgres, _ string: String, _ isReadOnly: Bool, _ limits: PostgresLimits
  ) -> OpaquePointer? {
    let words = [
      ("fallback_application_name", "pando"),
      ("connect_timeout", "\(max(2, limits.silence.components.seconds))"),
      ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
      ("tcp_user_timeout", "\(limits.silence.milliseconds)"),
      ("target_session_attrs", isReadOnly ? "any" : "read-write"),
      ("dbname", string), ("client_encoding", "UTF8"),
    ]
    return withStrings(words.map(\.0)) { keywords in
      withStrings(words.map(\.1)) { library.connectdbParams(keywords, $0, 1) }
    }
  }

  private static func withStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer {
      body($0.baseAddress)
    }
  }

  // MARK: - Statements

  /// Runs statements that have no values, all in one transaction.
  func execute(_ text: String) throws(JournalError) {
    try takeResult(sent: library.sendQuery(connection, text))
  }

  /// Runs one statement. Returns the rows that it gives.
  @discardableResult
  func run(_ text: String, _ values: [DatabaseValue] = []) throws(JournalError) -> PostgresRows {
    try takeResult(sent: send(text, values))
  }

  /// Runs statements that are kept all, or none of them. After an error this connection must go.
  func transaction<Result>(
    _ kind: String = "", _ body: () throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    try run("BEGIN " + kind)
    let result = try body()
    try run("COMMIT")
    return result
  }

  private func send(_ text: String, _ values: [DatabaseValue]) -> Int32 {
    var (bytes, ends, types): ([UInt8], [Int], [UInt32]) = ([], [], [])
    for value in values {
      // The types' numbers are those of int8, text and bytea.
      switch value {
      case .number(let number):
        types.append(20)
        withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
      case .text(let text):
        types.append(25)
        bytes += text.utf8
      case .blob(let blob):
        types.append(17)
        bytes += blob
      }
      ends.append(bytes.count)
    }
    // An empty value has an address as well: one without is NULL.
    bytes.append(0)
    let starts = [0] + ends.dropLast()
    let lengths = zip(starts, ends).map { Int32($1 - $0) }
    let formats = [Int32](repeating: 1, count: values.count)
    return bytes.withUnsafeBytes { buffer in
      let addresses = starts.prefix(values.count).map { start in
        buffer.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) }
      }
      return library.sendQueryParams(
        connection, text, Int32(values.count), types, addresses, lengths, formats, 1)
    }
  }

  /// Returns the last result of what was sent.
  @discardableResult
  private func takeResult(sent: Int32) throws(JournalError) -> PostgresRows {
    var (last, failed): (PostgresRows?, PostgresRows?)
    if sent == 0 { throw lost() }
    while true {
      try awaitResult()
      guard let result = library.getResult(connection) else { break }
      let rows = PostgresRows(result, library)
      if rows.isComplete { last = rows } else { failed = failed ?? rows }
    }
    if let failed { throw error(failed) }
    guard let last else { throw lost() }
    return last
  }

  /// Sends what is still to be sent, and waits until a result can be taken without waiting.
  private func awaitResult() throws(JournalError) {
    while true {
      let unsent = library.flush(connection)
      if unsent < 0 { throw lost() }
      if unsent == 0, library.isBusy(connection) == 0 { return }
      let events = Int16(unsent > 0 ? POLLIN | POLLOUT : POLLIN)
      var wait = pollfd(fd: library.socket(connection), events: events, revents: 0)
      let count = poll(&wait, 1, Int32(limits.silence.milliseconds))
      if count == 0 {
        let message = "the server has said nothing for \(limits.silence)"
        throw JournalError(.failed(code: ETIMEDOUT, message: message), path: place)
      }
      if count < 0, errno != EINTR { throw .system("it cannot be waited for", path: place) }
      if wait.revents & ~Int16(POLLOUT) != 0, library.consumeInput(connection) == 0 {
        throw lost()
      }
    }
  }

  // MARK: - Errors

  private func lost() -> JournalError {
    let message = library.errorMessage(connection).map { String(cString: $0) } ?? ""
    let line = message.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
    return JournalError(
      .failed(code: ECONNRESET, message: line.isEmpty ? "no connection" : line), path: place)
  }

  private func error(_ failed: PostgresRows) -> JournalError {
    guard let state = failed.errorState else { return lost() }
    let message = (failed.errorMessage ?? "") + ", SQLSTATE \(state)"
    switch state {
    case "53100": return JournalError(.diskFull, path: place)
    case "XX001", "XX002": return JournalError(.isDamaged(message), path: place)
    // The server ends, starts, only reads, has too many connections, or had to put something else
    // first.
    case "25006", "25P03", "40001", "40P01", "53300", "55P03", "57014", "57P01", "57P02", "57P03":
      return JournalError(.failed(code: EAGAIN, message: message), path: place)
    default:
      let code = state.hasPrefix("08") ? ECONNRESET : EIO
      return JournalError(.failed(code: code, message: message), path: place)
    }
  }
}

extension JournalError {
  /// True if the server had to put something else first.
  var isServerBusy: Bool {
    if case .failed(EAGAIN, _) = reason { true } else { false }
  }

  /// True if a new connection may help.
  var mayPass: Bool {
    guard case .failed(let code, _) = reason else { return false }
    return [EAGAIN, ECONNRESET, ETIMEDOUT].contains(code)
  }
}
