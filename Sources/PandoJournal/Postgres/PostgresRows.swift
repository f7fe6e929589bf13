import CPostgres

/// The rows that a statement gave, in the binary format.
final class PostgresRows {
  private let library: PandoPostgres
  private let result: OpaquePointer

  /// - Parameter result: A result of libpq, which is freed with this.
  init(_ result: OpaquePointer, _ library: PandoPostgres) {
    (self.result, self.library) = (result, library)
  }

  deinit { library.clear(result) }

  var count: Int { Int(library.ntuples(result)) }

  /// The class of the error that the server gave, of five characters; nil where the connection was
  /// lost.
  var errorState: String? {
    // PG_DIAG_SQLSTATE
    library.resultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
  }

  /// The error that the server gave, in words.
  var errorMessage: String? {
    // PG_DIAG_MESSAGE_PRIMARY
    library.resultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
  }

  /// True if the statement was done.
  var isComplete: Bool {
    // PGRES_COMMAND_OK and PGRES_TUPLES_OK
    (1...2).contains(library.resultStatus(result))
  }

  /// Returns a number of 64 bits: an int8 of the server.
  func number(_ row: Int, _ column: Int32) -> UInt64 {
    bytes(row, column).reduce(0) { $0 << 8 | UInt64($1) }
  }

  func bytes(_ row: Int, _ column: Int32) -> [UInt8] {
    guard let start = library.getvalue(result, Int32(row), column) else { return [] }
    let count = Int(library.getlength(result, Int32(row), column))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
