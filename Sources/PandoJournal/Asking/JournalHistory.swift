import Pando
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

    /// Returns what was reduced; nil for each action that this build cannot read, and nil where none can be read.
    func actions<Action: Codable>(
      of type: Action.Type
    ) -> [(record: CommittedRecord, action: Action?)]? {
      let isKnown = body.actionSchema == SchemaFingerprint(of: type).rawValue
      return CommittedRecord.all(of: self)?.map { record in
        let action =
          isKnown && !record.bytes.isEmpty ? try? WireDecoder.decode(type, from: record.bytes) : nil
        return (record, action)
      }
    }
  }

  private static let bytesAtOnce = 8 << 20

  let storage: any JournalStorage
  let end: JournalMark
  /// The whole states, the newest first.
  private let states: [SnapshotKey]

  /// True if no store has written it yet.
  var isEmpty: Bool { states.isEmpty && end.group == 0 }

  /// Opens a journal to read it. Blocks the thread.
  ///
  /// - Parameter isBeside: True if a store of this process has it.
  init(_ journal: Journal, isBeside: Bool = false) throws(JournalError) {
    storage = journal.makeStorage()
    end = try storage.open(
      JournalOpening(
        name: journal.name, acceptsLoss: journal.acceptsLoss, isReadOnly: true, isBeside: isBeside)
    ).mark
    states = try storage.wholeStates()
  }

  /// Returns the newest whole state that has no more than so many commits; where all have more, the oldest.
  func state(atMost version: UInt64) throws(JournalError) -> JournalSnapshot {
    let older = states.filter { $0.version <= version }
    // One that is damaged is passed over for an older one.
    for key in older.isEmpty ? states.reversed() : older {
      if let state = try storage.state(key) { return state }
    }
    throw damage("it has no whole state")
  }

  /// The first commit that is there; the next one where none is.
  var firstVersion: UInt64 { (states.last?.version ?? 0) + 1 }

  /// Returns the group with a commit.
  func group(with version: UInt64) throws -> Group {
    var found: Group?
    if version > 0, version <= end.version {
      try forEachGroup(behind: state(atMost: version - 1), from: version) {
        group throws(JournalError) in
        if group.versions.contains(version) { found = group }
        return found == nil && group.versions.lowerBound <= version
      }
    }
    guard let found else { throw absence(of: version) }
    return found
  }

  /// Returns that a commit is not there, and which are.
  func absence(of version: UInt64) -> AnswerFailure {
    let first = firstVersion
    let there =
      first > end.version
      ? "no commits, only the state behind commit \(end.version)"
      : "commits \(first) to \(end.version)"
    return AnswerFailure(
      "Commit \(version) is not there: the journal has \(there). \"keepingHistory()\" keeps older ones."
    )
  }

  /// Calls a body with each group behind a state, in order, while it returns true: from the one with a commit on.
  ///
  /// - Throws: An error where a group does not fit.
  func forEachGroup(
    behind start: JournalSnapshot, from version: UInt64 = 0,
    _ body: (Group) throws(JournalError) -> Bool
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
        // A copy takes as long as the state is large.
        let isWanted = row.firstVersion + row.commitCount > version
        let before = isWanted ? state : []
        let group: GroupBody
        do throws(WireError) {
          group = try GroupBody(row.body)
          try group.patch.apply(to: &state)
        } catch {
          throw damage("group \(row.number) does not fit the state before it: \(error)")
        }
        if !isWanted { continue }
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
