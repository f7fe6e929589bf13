/// A value that is given to a statement.
enum DatabaseValue {
  /// All 64 bits are kept: SQLite has them as a number with a sign.
  case number(UInt64)
  case text(String)
  case blob([UInt8])
}
