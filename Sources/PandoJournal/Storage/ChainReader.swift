/// Follows the rows of a journal, and notices the first one that does not fit.
struct ChainReader {
  /// The position behind the last row that fits.
  private(set) var end: JournalMark

  init(from start: JournalMark) {
    end = start
  }

  /// Goes on to the next row. Returns what is wrong with it; nil if it fits.
  mutating func follow(_ row: JournalRow) -> String? {
    if row.number != end.group &+ 1 {
      return "group \(row.number) follows group \(end.group)"
    }
    if row.hash != row.hash(after: end.hash) {
      return "group \(row.number) is not as it was written"
    }
    end = row.mark
    return nil
  }
}
