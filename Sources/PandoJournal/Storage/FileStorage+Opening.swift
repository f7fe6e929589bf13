import CSQLite
import Glibc

extension FileStorage {
  /// The number that tells a journal's file from those of other applications: "Pand".
  private static let applicationID: UInt64 = 0x5061_6E64
  /// The format of the file. Grows with every change that a build before could not read.
  private static let format: UInt64 = 1

  package func open(_ opening: JournalOpening) throws(JournalError) -> JournalContents {
    try throwFailure()
    if database != nil { throw JournalError(.isOpenElsewhere(processID: getpid()), path: path) }
    let files = try JournalFiles(path)
    if FileSystemKind(path: files.folder).isNetwork {
      throw JournalError(.isOnNetworkFileSystem, path: path)
    }
    let lock =
      if opening.isBeside {
        nil as LockFile?
      } else {
        try opening.isReadOnly
          ? LockFile(reading: files.lock, of: path) : LockFile(files.lock, of: path)
      }
    do throws(JournalError) {
      return try open(files, lock, opening)
    } catch {
      lock?.close()
      throw error
    }
  }

  private func open(
    _ files: JournalFiles, _ lock: LockFile?, _ opening: JournalOpening
  ) throws(JournalError) -> JournalContents {
    let found = lock?.found ?? .none
    let isNew = JournalFiles.size(files.database) == 0
    let hasLog = JournalFiles.size(files.log) > 0
    if isNew { try checkNew(files, found, opening) }
    let database = try Database(files.database, path: path, isReadOnly: opening.isReadOnly)
    do throws(JournalError) {
      if isNew { try make(database, opening) } else { try checkKind(database, opening) }
      if opening.isBeside {
        // All that is read is of one moment, until it is closed.
        try database.execute("BEGIN")
      } else if hasLog || opening.acceptsLoss {
        try checkPages(database)
      }
      let survey = try JournalSurvey(database, acceptsLoss: opening.acceptsLoss, path: path)
      if !opening.acceptsLoss { try compare(found, survey, database) }
      isReadOnly = opening.isReadOnly
      end = survey.end
      epoch = try database.number("SELECT value FROM meta WHERE key = 'epoch'") ?? 0
      if let lock, !isReadOnly { try beginEpoch(database, lock, survey, opening, files) }
      try begin(database, lock)
      return survey.contents(epoch: epoch)
    } catch {
      database.close()
      throw error
    }
  }

  // MARK: - Checks

  /// Checks that a database which is not there, or empty, is missed by nobody.
  private func checkNew(
    _ files: JournalFiles, _ found: LockFile.FoundMark, _ opening: JournalOpening
  ) throws(JournalError) {
    if opening.isReadOnly { throw .system("there is no journal", path: path, code: ENOENT) }
    if opening.acceptsLoss { return }
    switch found {
    case .none, .zeros: break
    case .mark(let mark):
      if let problem = mark.problem(end: .zero, hashThere: nil) {
        throw JournalError(problem, path: path)
      }
    case .damaged:
      throw damage("its .lock file is not as it was written, and the file itself is missing")
    }
    // SQLite would delete it.
    if JournalFiles.size(files.log) > 0 {
      throw damage("the file itself is missing, or empty, beside its log \"-wal\"")
    }
  }

  private func checkKind(
    _ database: Database, _ opening: JournalOpening
  ) throws(JournalError) {
    guard try database.number("PRAGMA application_id") == Self.applicationID else {
      throw JournalError(.isOfAnotherStore(name: nil), path: path)
    }
    let format = try database.number("PRAGMA user_version") ?? 0
    if format > Self.format {
      throw JournalError(.isOfLaterFormat(Int(truncatingIfNeeded: format)), path: path)
    }
    guard let name = try database.text("SELECT value FROM meta WHERE key = 'name'") else {
      throw damage("it has no name")
    }
    if name != opening.name { throw JournalError(.isOfAnotherStore(name: name), path: path) }
  }

  /// Checks that the pages fit together.
  ///
  /// They may not, without a word from SQLite, where a log was cut off that had been moved into the main file
  /// already: its first frames then hide newer pages. Costs the reading of the whole file, but not after an orderly
  /// end.
  private func checkPages(_ database: Database) throws(JournalError) {
    let problem = try database.text("PRAGMA quick_check(1)")
    if problem != "ok" { throw damage("SQLite finds that \(problem ?? "it cannot be checked")") }
  }

  private func compare(
    _ found: LockFile.FoundMark, _ survey: JournalSurvey, _ database: Database
  ) throws(JournalError) {
    switch found {
    case .none: break
    case .zeros where survey.isNew: break
    case .mark(let mark):
      let hash = try survey.hash(behind: mark.group, in: database)
      if let problem = mark.problem(end: survey.end, hashThere: mark.group == 0 ? nil : hash) {
        throw JournalError(problem, path: path)
      }
    case .zeros, .damaged:
      throw damage("its .lock file is not as it was written, so nobody knows where it ended")
    }
  }

  private func damage(_ problem: String) -> JournalError {
    JournalError(.isDamaged(problem), path: path)
  }

  // MARK: - Writing

  private func make(_ database: Database, _ opening: JournalOpening) throws(JournalError) {
    try database.transaction { () throws(JournalError) in
      try database.execute(
        """
        PRAGMA application_id = \(Self.applicationID);
        PRAGMA user_version = \(Self.format);
        CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
        CREATE TABLE groups(
          number INTEGER PRIMARY KEY, version INTEGER, count INTEGER, epoch INTEGER,
          schema INTEGER, hash INTEGER, body BLOB);
        CREATE TABLE snapshots(
          grp INTEGER, epoch INTEGER, idx INTEGER, count INTEGER, version INTEGER,
          schema INTEGER, hash INTEGER, stateHash INTEGER, checksum INTEGER, body BLOB,
          PRIMARY KEY(grp, epoch, idx)) WITHOUT ROWID;
        INSERT INTO meta VALUES('epoch', 0), ('made', unixepoch());
        """)
      try database.run("INSERT INTO meta VALUES('name', ?)", [.text(opening.name)])
    }
  }

  /// Writes down that the journal was opened once more, with what was checked before.
  ///
  /// First the whole log is moved into the main file, and so written anew. An opening before this may have failed to
  /// flush it: then the system shows it as if it were on disk, and a later flush says nothing of it.
  private func beginEpoch(
    _ database: Database, _ lock: LockFile, _ survey: JournalSurvey, _ opening: JournalOpening,
    _ files: JournalFiles
  ) throws(JournalError) {
    if case .mark(let mark) = lock.found { epoch = max(epoch, mark.epoch) }
    epoch = max(epoch, end.epoch) + 1
    try database.beginLog()
    guard try database.checkpoint(SQLITE_CHECKPOINT_TRUNCATE) else {
      let message = "something else reads the file, as a backup does; its end must be awaited"
      throw JournalError(.failed(code: SQLITE_BUSY, message: message), path: path)
    }
    try database.transaction { () throws(JournalError) in
      if opening.acceptsLoss { try survey.dropRest(from: database) }
      try database.run("UPDATE meta SET value = ? WHERE key = 'epoch'", [.number(epoch)])
    }
    try files.flushFolder()
    try lock.write(mark(of: end))
    try lock.flush()
  }
}
