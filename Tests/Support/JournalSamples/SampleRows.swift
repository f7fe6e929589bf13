package import PandoJournal

/// Rows and states that tests and the helper program write, and that each can tell from wrong ones.
package enum SampleRows {
  /// Returns the body of a row: of its number alone, so that it can be checked.
  package static func body(_ number: UInt64, size: Int) -> [UInt8] {
    var random = JournalHash.of(words: [number])
    return (0..<size).map { _ in
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: random >> 56)
    }
  }

  /// Returns the size of a row's body, which differs from row to row.
  package static func size(_ number: UInt64, about size: Int) -> Int {
    size + Int(number % 37)
  }

  /// Returns the row behind a position.
  package static func row(
    after mark: JournalMark, epoch: UInt64, size: Int = 100, commits: UInt64 = 3
  ) -> JournalRow {
    let number = mark.group + 1
    return JournalRow(
      number: number, firstVersion: mark.version + 1, commitCount: commits, epoch: epoch,
      schema: 0xFFFF_0000_FFFF_0000, body: body(number, size: Self.size(number, about: size)),
      hash: 0
    ).chained(after: mark.hash)
  }

  /// Appends rows behind a position. Returns the position behind them.
  @discardableResult
  package static func append(
    _ count: Int, to storage: any JournalStorage, after mark: JournalMark, epoch: UInt64,
    size: Int = 100
  ) throws(JournalError) -> JournalMark {
    var mark = mark
    for _ in 0..<count {
      let row = row(after: mark, epoch: epoch, size: size)
      try storage.append(row)
      mark = row.mark
    }
    return mark
  }

  /// Appends a whole state behind a position.
  package static func appendState(
    _ state: [UInt8], to storage: any JournalStorage, at mark: JournalMark
  ) throws(JournalError) {
    for piece in SnapshotPiece.pieces(of: state, at: mark, schema: 7) { try storage.append(piece) }
  }

  /// Returns the first row that is not one of these samples; nil if there is none.
  package static func wrong(_ rows: [JournalRow], size: Int = 100) -> JournalRow? {
    rows.first { $0.body != body($0.number, size: Self.size($0.number, about: size)) }
  }
}
