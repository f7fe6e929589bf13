import Glibc
import Synchronization

@testable import PandoJournal

/// A journal in memory, for tests and simulations. What it has written stays on its ``MemoryDisk``.
final class MemoryStorage: JournalStorage {
  static let place = "in memory"
  private static let rowsAtMost = 256

  private let disk: MemoryDisk
  private var epoch: UInt64 = 0
  private var end = JournalMark.zero
  private var isOpen = false
  private var isReadOnly = false
  private var failure: JournalError?

  var place: String { Self.place }

  /// - Parameter disk: The disk that the journal is on, or is to be on.
  init(_ disk: MemoryDisk = MemoryDisk()) {
    self.disk = disk
  }

  deinit { close() }

  // MARK: - Opening

  func open(_ opening: JournalOpening) throws(JournalError) -> JournalContents {
    if let failure { throw failure }
    let result = disk.contents.withLock { Self.open(&$0, opening) }
    let contents = try result.get()
    (epoch, end, isReadOnly) = (contents.epoch, contents.mark, opening.isReadOnly)
    isOpen = true
    return contents
  }

  private static func open(
    _ contents: inout MemoryDisk.Contents, _ opening: JournalOpening
  ) -> Result<JournalContents, JournalError> {
    if contents.isOpen {
      return .failure(JournalError(.isOpenElsewhere(processID: getpid()), path: place))
    }
    if let name = contents.name, name != opening.name {
      return .failure(JournalError(.isOfAnotherStore(name: name), path: place))
    }
    if contents.name == nil, opening.isReadOnly {
      return .failure(.system("there is no journal", path: place, code: ENOENT))
    }
    return contents.survey(acceptsLoss: opening.acceptsLoss).map { snapshot, end in
      contents.isOpen = true
      if !opening.isReadOnly {
        contents.name = opening.name
        contents.epoch += 1
        contents.rows.removeAll { $0.number > end.group }
        contents.pieces.removeAll { $0.piece.group > end.group }
        contents.mark = end
      }
      return JournalContents(
        epoch: contents.epoch, snapshot: snapshot, mark: end,
        isNew: snapshot == nil && end.group == 0)
    }
  }

  // MARK: - Writing

  func append(_ row: JournalRow) throws(JournalError) {
    try latching { () throws(JournalError) in
      var reader = ChainReader(from: end)
      if let problem = reader.follow(row) { throw .misfit(problem, path: place) }
      try append(.row(row), row.number)
      end = reader.end
      disk.contents.withLock { $0.mark = end }
    }
  }

  func append(_ piece: SnapshotPiece) throws(JournalError) {
    try latching { () throws(JournalError) in
      if let problem = piece.problem(end: end) { throw .misfit(problem, path: place) }
      try append(.piece(MemoryDisk.Piece(epoch: epoch, piece: piece)), piece.group)
      end = end.moved(by: piece)
    }
  }

  private func append(_ entry: MemoryDisk.Entry, _ group: UInt64) throws(JournalError) {
    let (willAppend, delay) = disk.contents.withLock { contents in
      contents.pending = entry
      return (contents.willAppend, contents.delay)
    }
    willAppend?(group)
    if let delay { usleep(UInt32(clamping: Int64(delay / .microseconds(1)))) }
    let code = disk.contents.withLock { contents in
      contents.pending = nil
      if let fault = contents.fault {
        if fault.appendsBefore == 0 {
          contents.fault = nil
          if fault.keeps { contents.keep(entry) }
          return fault.code
        }
        contents.fault?.appendsBefore -= 1
      }
      contents.keep(entry)
      return 0
    }
    if code != 0 { throw .system("the disk has failed", path: place, code: code) }
  }

  func compact(before group: UInt64) throws(JournalError) -> Bool {
    var hasMore = false
    try latching { () throws(JournalError) in
      hasMore = disk.contents.withLock { contents in
        guard let newest = contents.wholeStates.first, newest.group >= group else { return false }
        contents.pieces.removeAll { piece in
          (piece.piece.group, piece.epoch) < (newest.group, newest.epoch)
        }
        let last = contents.rows.prefix { $0.number <= group }.count
        contents.rows.removeFirst(min(last, Self.rowsAtMost))
        return last > Self.rowsAtMost
      }
    }
    return hasMore
  }

  func checkpointIfDue(isIdle: Bool) throws(JournalError) {
    if let failure { throw failure }
  }

  // MARK: - Reading and the end

  func rows(
    from number: UInt64, bytesAtMost: Int
  ) throws(JournalError) -> [JournalRow] {
    if let failure { throw failure }
    if !isOpen { throw .notOpen(place) }
    return disk.contents.withLock { contents in
      var (rows, bytes): ([JournalRow], Int) = ([], 0)
      for row in contents.rows where row.number >= number {
        bytes += row.body.count
        if bytes > bytesAtMost, !rows.isEmpty { break }
        rows.append(row)
      }
      return rows
    }
  }

  func wholeStates() throws(JournalError) -> [SnapshotKey] {
    disk.contents.withLock { $0.wholeStates }
  }

  func state(_ key: SnapshotKey) throws(JournalError) -> JournalSnapshot? {
    disk.contents.withLock { $0.state(key) }
  }

  func close() {
    if isOpen { disk.contents.withLock { $0.isOpen = false } }
    isOpen = false
  }

  /// Calls a body that writes, and keeps its error for every later call.
  private func latching(_ body: () throws(JournalError) -> Void) throws(JournalError) {
    if let failure { throw failure }
    if !isOpen { throw .notOpen(place) }
    do throws(JournalError) {
      if isReadOnly { throw .readOnly(place) }
      try body()
    } catch {
      failure = error
      throw error
    }
  }
}
