import Foundation
import Pando
import PandoWire

extension JournalAnswer {
  private struct CutDocument: Encodable {
    let file: String
    let from: UInt64
    let to: UInt64
  }

  private struct CompactDocument: Encodable {
    let commit: UInt64
    let bytesBefore: Int
    let bytesAfter: Int
  }

  /// Writes commits, with the state before them, as a journal of its own.
  func cut(
    _ question: JournalQuestion, _ history: JournalHistory, _ output: AnswerOutput
  ) throws {
    guard let path = question.output else { throw AnswerFailure("No file is named to cut into.") }
    for suffix in ["", "-wal", ".lock"] where access(path + suffix, F_OK) == 0 {
      throw AnswerFailure("\(path + suffix) is there already. Name another file, or remove it.")
    }
    let (first, last) = try range(of: question, history)
    // It gets its name once it is whole.
    let cut = JournalCut(path + ".part")
    defer { cut.remove() }
    try history.forEachGroup(behind: history.state(atMost: first - 1), from: first) {
      group throws(JournalError) in
      if group.versions.lowerBound > last { return false }
      return try cut.append(group, journal.name)
    }
    if let version = cut.changeOfShape {
      throw AnswerFailure(
        "The state has another shape from commit \(version) on: cut up to there, or from there on.")
    }
    cut.storage.close()
    guard rename(path + ".part", path) == 0 else {
      throw AnswerFailure("\(path) cannot be made: \(String(cString: strerror(errno))).")
    }
    if question.isJSON {
      try output.write(
        json: CutDocument(file: path, from: cut.first, to: cut.end.version))
    } else {
      output.write(
        """
        \(path) has commits \(cut.first) to \(cut.end.version), with the state before them. What is in it may be \
        private.
        """)
    }
  }

  /// Deletes what is older than the state now, which is written as a whole.
  func compact(_ question: JournalQuestion, _ output: AnswerOutput) throws {
    if journal.makeStorage().takesOver {
      throw AnswerFailure(
        """
        A journal that is not a file would be taken from the store that has it. That store compacts it, unless it keeps \
        its history.
        """)
    }
    var opened = try OpenedJournal.open(journal, State.self, Action.self)
    defer { opened.storage.close() }
    guard let state = opened.state, opened.stateSchema == opened.chain.schema else {
      throw JournalError(
        .schemaHasChanged(stub: OpenedJournal.stub(State.self)), path: opened.storage.place)
    }
    let before = size(of: opened.storage)
    try opened.begin(with: state)
    let end = opened.chain.end
    if end.group > 1 { while try opened.storage.compact(before: end.group - 1) {} }
    do throws(JournalError) {
      try (opened.storage as? FileStorage)?.giveRoomBack()
    } catch {
      throw AnswerFailure(
        "The commits are deleted, but their room could not be given back to the disk. \(error)")
    }
    let after = size(of: opened.storage)
    if question.isJSON {
      try output.write(
        json: CompactDocument(commit: end.version, bytesBefore: before, bytesAfter: after))
    } else {
      output.write(
        """
        \(opened.storage.place) has the state behind commit \(end.version), in \(after) bytes. It had \(before).
        """)
    }
  }

  private func size(of storage: any JournalStorage) -> Int {
    ["", "-wal"].reduce(0) { sum, suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: storage.place + suffix)
      return sum + ((attributes?[.size] as? Int) ?? 0)
    }
  }
}

/// A new journal, of groups of another one.
private final class JournalCut {
  let storage: FileStorage
  private let path: String
  private var schema: UInt64?
  private(set) var first: UInt64 = 0
  private(set) var end = JournalMark.zero
  /// The commit from which on the state has another shape.
  private(set) var changeOfShape: UInt64?

  init(_ path: String) {
    self.path = path
    storage = FileStorage(path: path)
    remove()
  }

  /// Adds a group, which is the next one. Returns false where it cannot be.
  func append(_ group: JournalHistory.Group, _ name: String) throws(JournalError) -> Bool {
    if schema == nil {
      _ = try storage.open(JournalOpening(name: name))
      chmod(path, 0o600)
      first = group.versions.lowerBound
      end = JournalMark(group: 0, version: first - 1, hash: 0, epoch: 0)
      let pieces = SnapshotPiece.pieces(of: group.before, at: end, schema: group.row.schema)
      for piece in pieces { try storage.append(piece) }
      schema = group.row.schema
    }
    if schema != group.row.schema {
      changeOfShape = group.versions.lowerBound
      return false
    }
    var row = group.row
    row.number = end.group + 1
    row = row.chained(after: end.hash)
    try storage.append(row)
    end = row.mark
    return true
  }

  /// Removes what is left under the name.
  func remove() {
    storage.close()
    for suffix in ["", "-wal", "-shm", ".lock"] { unlink(path + suffix) }
  }
}
