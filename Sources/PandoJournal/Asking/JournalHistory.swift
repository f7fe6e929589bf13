import PandoWire

/// The commits of a journal that are still there, in the groups in which they were written.
struct JournalHistory {
  /// A group, and the encoded states before and behind it.
  struct Group {
    let row: JournalRow
    let body: GroupBody
    let before: [UInt8]
    let after: [UInt8]

    /// The versions of its commits.
    var versions: Range<UInt64> { row.firstVersion..<(row.firstVersion + row.commitCount) }
  }

  private static let bytesAtOnce = 8 << 20

  let storage: any JournalStorage
  let end: JournalMark
  /// The whole states, the newest first.
  private let states: [SnapshotKey]

  /// True if no store has written it yet.
  var isEmpty: Bool { states.isEmpty && end.group == 0 }

  /// Opens a journal to read it. Blocks the thread.
  init(_ journal: Journal) throws(JournalError) {
    storage = journal.makeStorage()
    end = try storage.open(
      JournalOpening(
        name: journal.name, acceptsLoss: journal.acceptsLoss, isReadOnly: true)
    ).mark
    states = try storage.wholeStates()
  }

  /// Returns the newest whole state that has no more than so many commits; where all have more, the oldest.
  func state(atMost version: UInt64) throws(JournalError) -> JournalSnapshot {
    var oldest: JournalSnapshot?
    for key in states {
      guard let state = try storage.state(key) else { continue }
      if state.mark.version <= version { return state }
      oldest = state
    }
    guard let oldest else { throw damage("it has no whole state") }
    return oldest
  }

  /// Calls a body with each group behind a state, in order, while it returns true.
  ///
  /// - Throws: An error where a group does not fit.
  func forEachGroup(
    behind start: JournalSnapshot, _ body: (Group) throws(JournalError) -> Bool
  ) throws(JournalError) {
    var (state, schema) = (start.state, start.schema)
    var reader = ChainReader(from: start.mark)
    while reader.end.group < end.group {
      let rows = try storage.rows(from: reader.end.group + 1, bytesAtMost: Self.bytesAtOnce)
      if rows.isEmpty { throw damage("group \(reader.end.group + 1) is not there") }
      for row in rows {
        if let problem = reader.follow(row) { throw damage(problem) }
        if row.schema != schema {
          // A build with another state came between, and wrote its own down before it went on.
          (state, schema) = (try migrated(before: row), row.schema)
        }
        let before = state
        let group: GroupBody
        do throws(WireError) {
          group = try GroupBody(row.body)
          try group.patch.apply(to: &state)
        } catch {
          throw damage("group \(row.number) does not fit the state before it: \(error)")
        }
        guard try body(Group(row: row, body: group, before: before, after: state)) else { return }
      }
    }
  }

  private func migrated(before row: JournalRow) throws(JournalError) -> [UInt8] {
    for key in states where key.group == row.number - 1 {
      if let state = try storage.state(key), state.schema == row.schema { return state.state }
    }
    throw damage("the state before group \(row.number) is of other types, and was not written")
  }

  private func damage(_ problem: String) -> JournalError {
    JournalError(.isDamaged(problem), path: storage.place)
  }
}
