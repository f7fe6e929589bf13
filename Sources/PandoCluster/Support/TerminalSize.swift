import CProcess

/// The size of a terminal.
package enum TerminalSize {
  /// Returns the columns and rows of the terminal that a descriptor is; nil where it is none, or does not tell.
  package static func of(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
    var (columns, rows): (UInt16, UInt16) = (0, 0)
    guard pando_window_size(descriptor, &columns, &rows), columns > 0, rows > 0 else { return nil }
    return (Int(columns), Int(rows))
  }
}
