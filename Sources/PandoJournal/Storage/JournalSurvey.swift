/// The journal in a database as it is found at opening: its newest whole state, and the rows that follow from it.
struct JournalSurvey {
  /// The newest whole state; nil if there is none.
  private(set) var snapshot: JournalSnapshot?
  /// The position behind the last row that fits.
  private(set) var end = JournalMark.zero
  /// The states that are damaged. There are some only where a loss is accepted.
  private(set) var damaged: [SnapshotKey] = []
  private let path: String

  /// True if it has neither rows nor a whole state.
  var isNew: Bool { snapshot == nil && end.group == 0 }

  init(
    _ tables: some JournalTables, acceptsLoss: Bool, path: String
  ) throws(JournalError) {
    self.path = path
    for key in try tables.wholeStates() {
      snapshot = try tables.state(key)
      if snapshot != nil { break }
      if !acceptsLoss {
        throw damage("the state behind group \(key.group) is not as it was written")
      }
      damaged.append(key)
    }
    var reader = ChainReader(from: snapshot?.mark ?? .zero)
    let first = reader.end.group + 1
    try tables.forEachRow(from: first, bytesAtOnce: .max) { row throws(JournalError) in
      guard let problem = reader.follow(row) else { return true }
      if !acceptsLoss { throw damage(problem) }
      return false
    }
    end = reader.end
    if isNew { try refuseLateStart(tables) }
  }

  /// Returns what an opening with a number tells of it.
  func contents(epoch: UInt64) -> JournalContents {
    JournalContents(epoch: epoch, snapshot: snapshot, mark: end, isNew: isNew)
  }

  /// Throws if nothing whole can be read, and yet there is something: the first rows are missing, and no state stands
  /// for them.
  private func refuseLateStart(_ tables: some JournalTables) throws(JournalError) {
    if let number = try tables.firstRow(), number > 1 {
      throw damage("it begins with group \(number), and has no whole state before that")
    }
    if let key = damaged.first {
      throw damage("the state behind group \(key.group) is not as it was written")
    }
  }

  /// Returns the chain's hash behind a row, or a state, that is there; nil otherwise.
  func hash(behind group: UInt64, in database: Database) throws(JournalError) -> UInt64? {
    if let snapshot, snapshot.mark.group == group { return snapshot.mark.hash }
    return try database.number("SELECT hash FROM groups WHERE number = ?", [.number(group)])
  }

  /// Deletes what does not fit, so that rows can be added behind the end.
  func dropRest(from tables: some JournalTables) throws(JournalError) {
    try tables.delete(behind: end.group)
    for key in damaged { try tables.delete(key) }
  }

  private func damage(_ problem: String) -> JournalError {
    JournalError(.isDamaged(problem), path: path)
  }
}
