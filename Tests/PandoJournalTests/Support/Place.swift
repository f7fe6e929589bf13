import CSQLite
import Foundation
import JournalSamples

@testable import PandoJournal

/// A place for a journal of a test: a folder of its own, a disk in memory, or a schema of a database.
final class Place {
  enum Kind: CaseIterable, Sendable {
    case file, memory, postgres

    static var allCases: [Kind] { PostgresServer.isWanted ? exclusive + [.postgres] : exclusive }

    /// The kinds that refuse a second opener and another name, and know the last acknowledged row.
    static let exclusive: [Kind] = [.file, .memory]

    /// Returns the reason for which an end that was lost is refused; nil where nobody knows of it.
    func lostEnd(_ marked: UInt64, _ last: UInt64) -> JournalError.Reason? {
      self == .postgres ? nil : .endsBeforeMark(markedGroup: marked, lastGroup: last)
    }
  }

  let kind: Kind
  let folder: String
  private var disk = MemoryDisk()
  private let schema: PostgresSchema?

  var path: String { folder + "/test.journal" }

  init(_ kind: Kind = .file) {
    self.kind = kind
    schema = kind == .postgres ? PostgresSchema(.shared) : nil
    folder = NSTemporaryDirectory() + "pando-journal-" + UUID().uuidString
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Returns a storage of the journal there.
  func storage() -> any JournalStorage { journal.makeStorage() }

  /// The journal, for a store.
  var journal: Journal {
    Journal { [kind, path, disk, schema] in
      switch kind {
      case .file: FileStorage(path: path)
      case .memory: MemoryStorage(disk)
      case .postgres: schema?.storage() ?? PostgresStorage("")
      }
    }
  }

  /// Opens the journal, calls a body and closes it.
  @discardableResult
  func open<Result>(
    acceptsLoss: Bool = false, isReadOnly: Bool = false,
    _ body: (any JournalStorage, JournalContents) throws -> Result
  ) throws -> Result {
    let storage = storage()
    let opening = JournalOpening(
      name: "sample", acceptsLoss: acceptsLoss, isReadOnly: isReadOnly)
    let contents = try storage.open(opening)
    defer { storage.close() }
    return try body(storage, contents)
  }

  /// Returns the reason for which the journal cannot be opened; nil if it can.
  func refusal(acceptsLoss: Bool = false, isReadOnly: Bool = false) -> JournalError.Reason? {
    do {
      try open(acceptsLoss: acceptsLoss, isReadOnly: isReadOnly) { _, _ in }
      return nil
    } catch {
      return (error as? JournalError)?.reason
    }
  }

  /// Changes the database behind the journal's back.
  func change(_ text: String) throws {
    let database = try Database(path, path: path, isReadOnly: false)
    defer { database.close() }
    try database.execute(text)
  }

  func loseRows(after group: UInt64) throws {
    disk.loseRows(after: group)
    if kind == .file {
      try change(
        "DELETE FROM groups WHERE number > \(group); DELETE FROM snapshots WHERE grp > \(group)")
    }
    try schema?.change(
      """
      DELETE FROM pando_groups WHERE number > \(group);
      DELETE FROM pando_snapshots WHERE grp > \(group)
      """)
  }

  func rot(_ number: UInt64) throws {
    disk.rot(number)
    if kind == .file {
      try change("UPDATE groups SET body = body || x'FF' WHERE number = \(number)")
    }
    try schema?.change(
      "UPDATE pando_groups SET body = body || '\\xFF'::bytea WHERE number = \(number)")
  }

  /// Returns a copy as it is at this moment, as a crash would leave it.
  func copy() throws -> Place {
    let copy = Place(kind)
    copy.disk = disk.afterCrash()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where !name.hasSuffix("-shm") {
      try FileManager.default.copyItem(
        atPath: folder + "/" + name, toPath: copy.folder + "/" + name)
    }
    return copy
  }

  func bytes(_ suffix: String = "") -> [UInt8] {
    [UInt8](FileManager.default.contents(atPath: path + suffix) ?? Data())
  }

  /// Returns true if a file has these bytes.
  ///
  /// A test compares by it, since a difference of many bytes takes minutes to describe.
  func has(_ bytes: [UInt8], _ suffix: String = "") -> Bool { self.bytes(suffix) == bytes }

  func write(_ bytes: [UInt8], _ suffix: String = "") throws {
    try Data(bytes).write(to: URL(filePath: path + suffix))
  }

  func remove(_ suffix: String) throws {
    try FileManager.default.removeItem(atPath: path + suffix)
  }
}
