import Foundation
import Glibc
import JournalSamples
import Pando
import Testing

@testable import PandoJournal

@Suite(.enabled(if: PostgresServer.isWanted)) struct PostgresTests {
  private let schema = PostgresSchema(.shared)
  private let opening = JournalOpening(name: "sample")
  private let reading = JournalOpening(name: "sample", isReadOnly: true)

  @Test("A database has several journals, each under its name")
  func names() throws {
    let storages = [schema.storage(), schema.storage()]
    for (name, storage) in zip(["one", "two's \"\u{FC}\""], storages) {
      try #expect(storage.open(JournalOpening(name: name)).epoch == 1)
    }
    try SampleRows.append(3, to: storages[0], after: .zero, epoch: 1)
    let mark = try SampleRows.append(5, to: storages[1], after: .zero, epoch: 1, size: 40)
    try SampleRows.appendState([1], to: storages[1], at: mark)
    while try storages[1].compact(before: 5) {}
    try #expect(storages[0].rows(from: 1, bytesAtMost: 10_000).count == 3)
    try #expect(storages[1].rows(from: 1, bytesAtMost: 10_000).isEmpty)
    for (name, storage) in zip(["one", "two's \"\u{FC}\""], storages) {
      storage.close()
      try #expect(storage.open(JournalOpening(name: name)).epoch == 2)
    }
  }

  @Test("Many that make the tables at once all succeed")
  func tables() async throws {
    let epochs = try await withThrowingTaskGroup(of: UInt64.self) { group in
      for index in 0..<12 {
        group.addTask { [schema] in
          try schema.storage().open(JournalOpening(name: "store \(index % 3)")).epoch
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(epochs.sorted() == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4])
  }

  @Test("A journal that is only read has no tables made, no epoch begun, and no writer disturbed")
  func readOnly() throws {
    let reader = schema.storage()
    let new = try reader.open(reading)
    #expect(new == JournalContents(epoch: 0, snapshot: nil, mark: .zero, isNew: true))
    try #expect(reader.rows(from: 1, bytesAtMost: 100).isEmpty)
    try #expect(schema.number("SELECT count(to_regclass('pando_meta'))") == 0)
    reader.close()
    let writer = schema.storage()
    _ = try writer.open(opening)
    let mark = try SampleRows.append(3, to: writer, after: .zero, epoch: 1)
    let found = try reader.open(reading)
    #expect(found == JournalContents(epoch: 1, snapshot: nil, mark: mark, isNew: false))
    try SampleRows.append(1, to: writer, after: mark, epoch: 1)
    try #expect(reader.rows(from: 1, bytesAtMost: 10_000).count == 4)
    reader.close()
    try #expect(reader.open(JournalOpening(name: "other", isReadOnly: true)).isNew)
    try #expect(schema.number("SELECT count(*) FROM pando_meta") == 1)
  }

  @Test("A later format of any journal there is refused")
  func format() throws {
    _ = try schema.storage().open(opening)
    try schema.change("UPDATE pando_meta SET format = 2")
    for opening in [opening, reading, JournalOpening(name: "other")] {
      let error = try #require(throws: JournalError.self) { try schema.storage().open(opening) }
      #expect(error.reason == .isOfLaterFormat(2))
    }
  }

  @Test("A state or a row that was changed is found, and the former holder goes on")
  func changes() throws {
    let writer = schema.storage()
    _ = try writer.open(opening)
    var mark = try SampleRows.append(4, to: writer, after: .zero, epoch: 1)
    try SampleRows.appendState(SampleRows.body(1, size: 3 << 20), to: writer, at: mark)
    mark = try SampleRows.append(3, to: writer, after: mark, epoch: 1)
    let rows = ["version", "count", "epoch", "schema", "hash", "body"].map {
      ("pando_groups", $0, "number = 6")
    }
    let pieces = ["count", "version", "schema", "hash", "state_hash", "checksum", "body"].map {
      ("pando_snapshots", $0, "idx = 1")
    }
    for (table, column, filter) in rows + pieces {
      let one = column == "body" ? "set_byte(body, 7, get_byte(body, 7) # 1)" : "\(column) # 1"
      let change = "UPDATE \(table) SET \(column) = \(one) WHERE \(filter)"
      try schema.change(change)
      for opening in [opening, reading] {
        if column == "count", table == "pando_snapshots" {
          // The state does not count then, as if it was not whole yet.
          if opening.isReadOnly { try #expect(schema.storage().open(opening).snapshot == nil) }
          continue
        }
        let error = try #require(throws: JournalError.self, "\(change)") {
          try schema.storage().open(opening)
        }
        guard case .isDamaged = error.reason else {
          Issue.record("\(change) is refused with \(String(describing: error))")
          continue
        }
      }
      try schema.change(change)
    }
    mark = try SampleRows.append(1, to: writer, after: mark, epoch: 1)
    try #expect(schema.storage().open(opening).mark == mark)
  }

  @Test("A second opener takes the journal over, and the first one gets nothing in any more")
  func takeover() throws {
    let other = JournalOpening(name: "other")
    for index in 0..<5 {
      try schema.change("DROP TABLE IF EXISTS pando_meta, pando_groups, pando_snapshots")
      let (first, second) = (schema.storage(), schema.storage())
      _ = try first.open(opening)
      let mark = try SampleRows.append(2, to: first, after: .zero, epoch: 1)
      try SampleRows.appendState([1], to: first, at: mark)
      _ = try schema.storage().open(other)
      let contents = try second.open(opening)
      #expect(contents.mark.group == 2)
      #expect(contents.epoch == 2)
      let error = try #require(throws: JournalError.self) {
        switch index {
        case 0: try SampleRows.append(1, to: first, after: mark, epoch: 1)
        case 1: try SampleRows.appendState([2], to: first, at: mark)
        case 2: _ = try first.compact(before: 2)
        case 3:
          _ = try schema.terminate(by: schema.connect())
          try SampleRows.append(1, to: first, after: mark, epoch: 1)
        default:
          _ = try schema.terminate(by: schema.connect())
          _ = try first.rows(from: 1, bytesAtMost: 100)
        }
      }
      #expect(error.reason == .isOpenElsewhere(processID: nil))
      #expect(throws: error) { try first.rows(from: 1, bytesAtMost: 1) }
      try #expect(second.rows(from: 1, bytesAtMost: 10_000).count == 2)
      try SampleRows.append(1, to: second, after: contents.mark, epoch: 2)
      let last = try schema.storage().open(opening)
      #expect(last.snapshot?.state == [1])
      #expect(last.mark.group == 3)
    }
  }

  @Test("A build that cannot read the state does not take the journal from the one that can")
  func unreadable() async throws {
    let journal = Journal { [schema] in schema.storage() }.onFailure { _ in }
    let first = try await Store(journal: journal, initialState: Version1.Counter.State()) {
      Version1.Counter()
    }
    await first.send(.add).finish()
    do {
      _ = try await Store(journal: journal, initialState: Version3.Counter.State()) {
        Version3.Counter()
      }
      Issue.record("a state of another shape was read")
    } catch {
      guard case .schemaHasChanged = error.reason else { throw error }
    }
    await first.send(.add).finish()
    try await first.flushed()
    let second = try await Store(journal: journal, initialState: Version2.Counter.State()) {
      Version2.Counter()
    }
    #expect(second.state.total == "||")
    await second.stop()
    first.send(.add)
    await #expect(throws: JournalError.self) { try await first.flushed() }
  }

  @Test("A journal is taken over once the server has let go of what its dead holder had locked")
  func lockedByTheDead() throws {
    _ = try schema.storage().open(opening)
    let holder = try schema.connect()
    try holder.run("BEGIN")
    try holder.run("SELECT 1 FROM pando_meta FOR UPDATE")
    try holder.execute("SET idle_in_transaction_session_timeout = 1500")
    let standby = PostgresStorage(
      schema.connectionString,
      limits: PostgresLimits(silence: .seconds(1), outage: .seconds(600)))
    try #expect(standby.open(opening).epoch == 2)
  }

  @Test("A server that cannot be reached is an error that names it, and no password")
  func unreachable() throws {
    let storage = PostgresStorage("host=/nowhere password=secret dbname=app")
    let error = try #require(throws: JournalError.self) { try storage.open(opening) }
    #expect("\(error)".contains("/nowhere"))
    #expect(!"\(error)".contains("secret"))
  }
}
