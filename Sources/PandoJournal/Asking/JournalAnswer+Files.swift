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
    if FileManager.default.fileExists(atPath: path) {
      throw AnswerFailure("\(path) is there already. Name another file.")
    }
    let last = question.to ?? history.end.version
    let start = try history.state(atMost: (question.from ?? 1) &- 1)
    let first = question.from ?? start.mark.version + 1
    if start.mark.version >= first { throw absence(of: first, history, start) }
    if last > history.end.version || last < first { throw absence(of: last, history, start) }
    var cut: JournalCut?
    try history.forEachGroup(behind: start) { group throws(JournalError) in
      if group.versions.upperBound <= first { return true }
      if group.versions.lowerBound > last { return false }
      if cut == nil { cut = try JournalCut(path, journal.name, before: group) }
      try cut?.append(group.row)
      return true
    }
    guard let cut else { throw absence(of: first, history, start) }
    cut.storage.close()
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
  func compact(_ question: JournalQuestion, _ output: AnswerOutput) throws -> Bool {
    if journal.makeStorage().takesOver {
      throw AnswerFailure(
        """
        A journal in a database would be taken from the store that has it. It is compacted by that store, unless it \
        keeps its history.
        """)
    }
    let schema = SchemaFingerprint(of: State.self).rawValue
    var opened = try OpenedJournal(
      journal, schema: schema, actionSchema: SchemaFingerprint(of: Action.self).rawValue)
    defer { opened.storage.close() }
    guard let state = opened.state else {
      throw AnswerFailure("The journal \(opened.storage.place) has no state yet.")
    }
    guard opened.stateSchema == schema else {
      throw JournalError(
        .schemaHasChanged(stub: OpenedJournal.stub(State.self)), path: opened.storage.place)
    }
    let before = size(of: opened.storage)
    try opened.begin(with: state)
    let end = opened.chain.end
    if end.group > 1 { while try opened.storage.compact(before: end.group - 1) {} }
    try (opened.storage as? FileStorage)?.giveRoomBack()
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
    return true
  }

  private func size(of storage: any JournalStorage) -> Int {
    ["", "-wal"].reduce(0) { sum, suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: storage.place + suffix)
      return sum + ((attributes?[.size] as? Int) ?? 0)
    }
  }
}

/// A new journal, of groups of another one.
private struct JournalCut {
  let storage: FileStorage
  let first: UInt64
  private(set) var end: JournalMark

  init(
    _ path: String, _ name: String, before group: JournalHistory.Group
  ) throws(JournalError) {
    storage = FileStorage(path: path)
    first = group.versions.lowerBound
    _ = try storage.open(JournalOpening(name: name))
    end = JournalMark(group: 0, version: first - 1, hash: 0, epoch: 0)
    let pieces = SnapshotPiece.pieces(of: group.before, at: end, schema: group.row.schema)
    for piece in pieces { try storage.append(piece) }
  }

  /// Adds a group, which is the next one.
  mutating func append(_ row: JournalRow) throws(JournalError) {
    var row = row
    row.number = end.group + 1
    row = row.chained(after: end.hash)
    try storage.append(row)
    end = row.mark
  }
}
