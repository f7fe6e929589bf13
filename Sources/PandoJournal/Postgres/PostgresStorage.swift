import Glibc

/// A journal in a database of PostgreSQL, over libpq.
///
/// Each append is one transaction, which comes into effect only under the fence that this
/// connection has put up: see ``PostgresTables``. Where the connection is lost within an append,
/// nobody knows if the row is there, and looking for it would not tell, while the old backend may
/// still be at it. So a new connection puts up a new fence first, which waits for that transaction;
/// then it looks, and appends the row once more if it is missing.
package final class PostgresStorage: JournalStorage {
  private let connectionString: String
  /// The times for which it waits. Tests make them shorter.
  var limits: PostgresLimits {
    didSet { tables?.connection.limits = limits }
  }
  /// The terms on which it is open; nil while it is not.
  private var opening: JournalOpening?
  /// The tables, by the connection that is there; nil where it is lost.
  private var tables: PostgresTables?
  /// The opening of the journal that this is.
  private var epoch: UInt64 = 0
  /// The number of the connection that writes.
  private var fence: UInt64 = 0
  /// The position behind the last row.
  private var end = JournalMark.zero
  /// The first error, which every later call throws.
  private var failure: JournalError?

  /// The name of the store. A connection string is left out, since it may have a password.
  package private(set) var place = "in PostgreSQL"

  package var takesOver: Bool { true }

  /// - Parameter connectionString: A connection string of libpq.
  package convenience init(_ connectionString: String) {
    self.init(connectionString, limits: PostgresLimits())
  }

  init(_ connectionString: String, limits: PostgresLimits) {
    (self.connectionString, self.limits) = (connectionString, limits)
  }

  // MARK: - Opening

  /// Takes the journal over from whoever has it, and reads what is there.
  ///
  /// All of it is one transaction: after an error the other one still has the journal. Where it is
  /// only read, nothing is taken, and a journal that was never made is a new one.
  package func open(_ opening: JournalOpening) throws(JournalError) -> JournalContents {
    if let failure { throw failure }
    if self.opening != nil {
      throw JournalError(.isOpenElsewhere(processID: getpid()), path: place)
    }
    place = "\"\(opening.name)\" in PostgreSQL"
    // What a holder that died has locked is free after a while.
    let (tables, contents) = try patiently { error in
      error.isServerBusy
    } body: { () throws(JournalError) in
      let tables = try connect(opening)
      let contents = try opening.isReadOnly ? read(tables, opening) : begin(tables, opening)
      return (tables, contents)
    }
    (self.opening, self.tables, epoch, end) = (opening, tables, contents.epoch, contents.mark)
    return contents
  }

  private func connect(_ opening: JournalOpening) throws(JournalError) -> PostgresTables {
    let connection = try PostgresConnection(
      connectionString, place: place, isReadOnly: opening.isReadOnly, limits: limits)
    return PostgresTables(connection: connection, name: opening.name)
  }

  private func begin(
    _ tables: PostgresTables, _ opening: JournalOpening
  ) throws(JournalError) -> JournalContents {
    if try !tables.exist() { try tables.make() }
    try checkFormat(tables)
    return try tables.connection.transaction { () throws(JournalError) in
      let (epoch, fence) = try tables.beginEpoch()
      let survey = try JournalSurvey(tables, acceptsLoss: opening.acceptsLoss, path: place)
      if opening.acceptsLoss { try survey.dropRest(from: tables) }
      self.fence = fence
      return survey.contents(epoch: epoch)
    }
  }

  /// Reads the journal as it is at one moment, since another process may write it meanwhile.
  private func read(
    _ tables: PostgresTables, _ opening: JournalOpening
  ) throws(JournalError) -> JournalContents {
    let kind = "ISOLATION LEVEL REPEATABLE READ READ ONLY"
    return try tables.connection.transaction(kind) { () throws(JournalError) in
      guard try tables.exist() else {
        return JournalContents(epoch: 0, snapshot: nil, mark: .zero, isNew: true)
      }
      try checkFormat(tables)
      let survey = try JournalSurvey(tables, acceptsLoss: opening.acceptsLoss, path: place)
      return try survey.contents(epoch: tables.lastEpoch())
    }
  }

  private func checkFormat(_ tables: PostgresTables) throws(JournalError) {
    let format = try tables.latestFormat()
    if format > PostgresTables.format {
      throw JournalError(.isOfLaterFormat(Int(truncatingIfNeeded: format)), path: place)
    }
  }

  // MARK: - Writing

  package func append(_ row: JournalRow) throws(JournalError) {
    try writing(row) { tables, isThere throws(JournalError) in
      var reader = ChainReader(from: end)
      if let problem = reader.follow(row) { throw .misfit(problem, path: place) }
      if !isThere { try expectFence(tables.append(row, fence)) }
      end = reader.end
    }
  }

  package func append(_ piece: SnapshotPiece) throws(JournalError) {
    try writing { tables, _ throws(JournalError) in
      if let problem = piece.problem(end: end) { throw .misfit(problem, path: place) }
      try expectFence(tables.append(piece, epoch: epoch, fence))
      end = end.moved(by: piece)
    }
  }

  package func compact(before group: UInt64) throws(JournalError) -> Bool {
    try writing { tables, _ throws(JournalError) in
      try tables.connection.transaction { () throws(JournalError) in
        try expectFence(tables.hold(fence))
        return try tables.compact(before: group)
      }
    }
  }

  package func checkpointIfDue(isIdle: Bool) throws(JournalError) {
    if let failure { throw failure }
  }

  /// Holds that the fence is the one that this has put up. A new connection tells who has put up
  /// another.
  private func expectFence(_ isOwn: Bool) throws(JournalError) {
    if isOwn { return }
    let message = "another connection writes it"
    throw JournalError(.failed(code: EAGAIN, message: message), path: place)
  }

  // MARK: - Reading and the end

  package func rows(
    from number: UInt64, bytesAtMost: Int
  ) throws(JournalError) -> [JournalRow] {
    try latching { opening, tables, _ throws(JournalError) in
      if opening.isReadOnly, try !tables.exist() { return [] }
      return try tables.rows(from: number, bytesAtMost: bytesAtMost, path: place)
    }
  }

  package func wholeStates() throws(JournalError) -> [SnapshotKey] {
    try latching { opening, tables, _ throws(JournalError) in
      if opening.isReadOnly, try !tables.exist() { return [] }
      return try tables.wholeStates()
    }
  }

  package func state(_ key: SnapshotKey) throws(JournalError) -> JournalSnapshot? {
    try latching { _, tables, _ throws(JournalError) in try tables.state(key) }
  }

  package func close() {
    (opening, tables) = (nil, nil)
  }

  // MARK: - Connections

  private func writing<Result>(
    _ row: JournalRow? = nil,
    _ body: (PostgresTables, _ isThere: Bool) throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    try latching(row) { opening, tables, isThere throws(JournalError) in
      if opening.isReadOnly { throw .readOnly(place) }
      return try body(tables, isThere)
    }
  }

  /// Calls a body that uses the tables, again on a new connection where one was lost, and keeps its
  /// error for every later call.
  ///
  /// - Parameter row: The row that the body appends. It is told if that was found on a new
  ///   connection.
  private func latching<Result>(
    _ row: JournalRow? = nil,
    _ body: (JournalOpening, PostgresTables, _ isThere: Bool) throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    if let failure { throw failure }
    guard let opening else { throw .notOpen(place) }
    do throws(JournalError) {
      return try patiently { error in
        tables = nil
        return error.mayPass
      } body: { () throws(JournalError) in
        if let tables { return try body(opening, tables, false) }
        let (tables, isThere) = try reconnect(opening, row)
        self.tables = tables
        return try body(opening, tables, isThere)
      }
    } catch {
      failure = error
      throw error
    }
  }

  /// Calls a body, again after an error that may pass, for as long as an outage may last: from its first error on.
  private func patiently<Result>(
    _ mayPass: (JournalError) -> Bool, body: () throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    var start: SuspendingClock.Instant?
    var pause = Duration.milliseconds(20)
    while true {
      do throws(JournalError) {
        return try body()
      } catch {
        let first = start ?? .now
        start = first
        guard mayPass(error), first.duration(to: .now) < limits.outage else { throw error }
        usleep(UInt32(pause.milliseconds * 1_000))
        pause = min(pause * 2, .seconds(1))
      }
    }
  }

  /// Connects anew, and puts up a new fence. Returns true if a row is there that may have been
  /// appended before.
  private func reconnect(
    _ opening: JournalOpening, _ row: JournalRow?
  ) throws(JournalError) -> (PostgresTables, Bool) {
    let tables = try connect(opening)
    if opening.isReadOnly { return (tables, false) }
    guard let fence = try tables.beginFence(in: epoch) else {
      throw JournalError(.isOpenElsewhere(processID: nil), path: place)
    }
    let last = try tables.lastMark()
    if let row, last.group == row.number, last.hash == row.hash {
      self.fence = fence
      return (tables, true)
    }
    let hash = last.group == end.group && end.group > 0 ? last.hash : nil
    if let problem = end.problem(end: last, hashThere: hash) {
      throw JournalError(problem, path: place)
    }
    if last.group > end.group {
      throw JournalError(.isDamaged("group \(last.group) is of somebody else"), path: place)
    }
    self.fence = fence
    return (tables, false)
  }
}
