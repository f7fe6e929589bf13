import CSQLite

/// A row that a statement gives, for the time of the call that it is lent to.
struct DatabaseRow {
  let statement: OpaquePointer

  func number(_ column: Int32) -> UInt64 {
    UInt64(bitPattern: sqlite3_column_int64(statement, column))
  }

  func text(_ column: Int32) -> String {
    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
  }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(statement, column) else { return [] }
    let count = Int(sqlite3_column_bytes(statement, column))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
