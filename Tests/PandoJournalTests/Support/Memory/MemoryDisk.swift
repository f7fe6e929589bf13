import Synchronization

@testable import PandoJournal

/// A disk in memory, with one journal on it. It outlives the storages that use it, and any thread may change it.
final class MemoryDisk: Sendable {
  /// A piece of a state, and the opening that wrote it.
  struct Piece: Sendable {
    let epoch: UInt64
    let piece: SnapshotPiece
  }

  /// An append that has begun.
  enum Entry: Sendable {
    case row(JournalRow)
    case piece(Piece)
  }

  /// All that is on the disk, and its faults.
  struct Contents: Sendable {
    var name: String?
    var epoch: UInt64 = 0
    var rows: [JournalRow] = []
    var pieces: [Piece] = []
    var mark = JournalMark.zero
    /// The append that is under way: not durable yet.
    var pending: Entry?
    var isOpen = false
    var fault: MemoryFault?
    var delay: Duration?
    var willAppend: (@Sendable (UInt64) -> Void)?

    mutating func keep(_ entry: Entry) {
      switch entry {
      case .row(let row): rows.append(row)
      case .piece(let piece):
        pieces.removeAll { old in
          old.epoch == piece.epoch && old.piece.group == piece.piece.group
            && old.piece.index == piece.piece.index
        }
        pieces.append(piece)
      }
    }
  }

  let contents: Mutex<Contents>

  /// Makes an empty disk.
  convenience init() {
    self.init(Contents())
  }

  private init(_ contents: Contents) {
    self.contents = Mutex(contents)
  }

  // MARK: - Faults

  /// Has an append fail; nil for none.
  func setFault(_ fault: MemoryFault?) {
    contents.withLock { $0.fault = fault }
  }

  /// Has each append take so long; nil for no time.
  func setDelay(_ delay: Duration?) {
    contents.withLock { $0.delay = delay }
  }

  /// Calls a closure in each append, with the group's number, before anything is durable. It may hold the writer.
  func setWillAppend(_ body: (@Sendable (UInt64) -> Void)?) {
    contents.withLock { $0.willAppend = body }
  }

  /// Returns a disk with what is there after a crash at this moment. Nobody has opened it, and it has no faults.
  ///
  /// - Parameter keepsPending: True if an append that is under way is kept. It is lost otherwise.
  func afterCrash(keepsPending: Bool = false) -> MemoryDisk {
    var copy = contents.withLock { $0 }
    if keepsPending, let pending = copy.pending { copy.keep(pending) }
    (copy.pending, copy.isOpen, copy.fault, copy.delay) = (nil, false, nil, nil)
    copy.willAppend = nil
    return MemoryDisk(copy)
  }

  /// Loses the rows behind a group, as a disk that lied, or a log that was cut off. The mark stays.
  func loseRows(after group: UInt64) {
    contents.withLock { contents in
      contents.rows.removeAll { $0.number > group }
      contents.pieces.removeAll { $0.piece.group > group }
    }
  }

  /// Changes the body of a row, and nothing else.
  func rot(_ number: UInt64) {
    contents.withLock { contents in
      for index in contents.rows.indices where contents.rows[index].number == number {
        contents.rows[index].body.append(0xFF)
      }
    }
  }

  // MARK: - Looking at it

  /// The rows that are durable.
  var rows: [JournalRow] { contents.withLock { $0.rows } }

  /// The number of times that it was opened for writing.
  var openings: UInt64 { contents.withLock { $0.epoch } }

  /// The journal that is on it, for a store.
  var journal: Journal {
    Journal { [self] in MemoryStorage(self) }
  }

  /// The pieces of states that are durable.
  var pieces: [SnapshotPiece] { contents.withLock { $0.pieces.map(\.piece) } }
}
