import Foundation
import Glibc
import JournalSamples
import Testing

@testable import PandoJournal

/// Connections, servers and openers that come and go in the middle of appends.
@Suite(.enabled(if: PostgresServer.isWanted)) struct PostgresFaultTests {
  private let opening = JournalOpening(name: "sample")

  /// Checks that the journal is whole and ends with a row.
  private func expectWhole(
    _ schema: PostgresSchema, end: JournalMark?, location: SourceLocation = #_sourceLocation
  ) throws {
    let storage = schema.storage()
    let contents = try storage.open(JournalOpening(name: "sample", isReadOnly: true))
    #expect(contents.mark.group == end?.group, sourceLocation: location)
    #expect(contents.mark.hash == end?.hash, sourceLocation: location)
    let first = (contents.snapshot?.mark.group ?? 0) + 1
    let rows = try storage.rows(from: first, bytesAtMost: 1 << 24)
    #expect(
      rows.map(\.number) == Array(first..<contents.mark.group + 1), sourceLocation: location)
    #expect(SampleRows.wrong(rows) == nil, sourceLocation: location)
  }

  @Test("Connections that end 200 times in the middle of appends lose no row")
  func terminations() throws {
    let schema = PostgresSchema(.shared)
    let appender = Appender(schema)
    appender.awaitOpening()
    var random = SampleRandom()
    let admin = try schema.connect()
    // Each new connection makes it grow by one.
    while try schema.fence(by: admin) <= 200 {
      guard appender.advance(by: UInt64.random(in: 0...2, using: &random)) else { break }
      usleep(UInt32.random(in: 0..<1_000, using: &random))
      _ = try schema.terminate(by: admin)
    }
    let progress = appender.stop()
    #expect(progress.error == nil)
    try expectWhole(schema, end: progress.mark)
    print("200 connections ended: \(progress.mark?.group ?? 0) rows")
    try #expect(schema.number("SELECT epoch FROM pando_meta") == 1)
  }

  @Test("A server that is killed 20 times in the middle of appends loses no row")
  func crashes() throws {
    let schema = PostgresSchema(PostgresServer())
    let appender = Appender(schema)
    appender.awaitOpening()
    var random = SampleRandom()
    for _ in 0..<20 {
      guard appender.advance(by: UInt64.random(in: 1...40, using: &random)) else { break }
      usleep(UInt32.random(in: 0..<1_000, using: &random))
      let acknowledged = appender.group
      schema.server.kill()
      schema.server.start()
      let contents = try schema.storage().open(
        JournalOpening(name: "sample", isReadOnly: true))
      #expect(contents.mark.group >= acknowledged)
    }
    let progress = appender.stop()
    #expect(progress.error == nil)
    try expectWhole(schema, end: progress.mark)
    print("20 servers killed: \(progress.mark?.group ?? 0) rows")
  }

  /// A program with a store and a worker, as users have it.
  @Test(
    "A program that is killed over and over goes on with all that it has said",
    arguments: [false, true])
  func kills(killsServer: Bool) async throws {
    let schema = PostgresSchema(PostgresServer())
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Helper.program("JournalProgram"))
    process.arguments = ["torture", "40", schema.connectionString]
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    while killsServer, process.isRunning {
      usleep(UInt32.random(in: 300_000..<1_500_000))
      schema.server.kill()
      schema.server.start()
    }
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(output)")
    #expect(output.contains("40 kills"), "\(output)")
    print(output)
  }

  @Test("A row that is committed, and whose answer is lost, is not appended twice")
  func lostAnswer() throws {
    let schema = PostgresSchema(PostgresServer())
    let appender = Appender(schema, hasStates: false)
    appender.awaitOpening()
    for _ in 0..<3 {
      try #require(appender.advance(by: 2))
      // A commit then waits for a standby that never comes. It has been done by that time, but
      // nobody sees it yet.
      try schema.change("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
      try schema.change("SELECT pg_reload_conf()")
      try schema.wait(
        """
        SELECT count(*) FROM pg_stat_activity
        WHERE wait_event = 'SyncRep' AND query LIKE '%INSERT INTO pando_groups%'
        """)
      let acknowledged = appender.group
      try #expect(schema.terminate(by: schema.connect()) == 1)
      try schema.wait(
        "SELECT count(*) FROM pando_groups WHERE number = \(acknowledged + 1)")
      try schema.change("ALTER SYSTEM RESET synchronous_standby_names")
      try schema.change("SELECT pg_reload_conf()")
    }
    try #require(appender.advance(by: 2))
    let progress = appender.stop()
    #expect(progress.error == nil)
    try expectWhole(schema, end: progress.mark)
  }

  @Test("A second opener takes over in the middle of appends, and no row of the first one follows")
  func takeovers() throws {
    let schema = PostgresSchema(.shared)
    var random = SampleRandom()
    for _ in 0..<20 {
      let appender = Appender(schema, hasStates: false)
      appender.awaitOpening()
      _ = appender.advance(by: UInt64.random(in: 1...20, using: &random))
      usleep(UInt32.random(in: 0..<2_000, using: &random))
      let second = schema.storage()
      let contents = try second.open(opening)
      // One more row may be acknowledged yet, which was there before.
      #expect(!appender.advance(by: 2))
      let progress = appender.stop()
      #expect(progress.error?.reason == .isOpenElsewhere(processID: nil))
      #expect(progress.mark?.group == contents.mark.group)
      let rows = try second.rows(from: contents.mark.group, bytesAtMost: 1 << 20)
      #expect(rows.map(\.number) == [contents.mark.group])
      #expect(rows.last?.epoch == progress.epoch)
      let end = try SampleRows.append(
        2, to: second, after: contents.mark, epoch: contents.epoch)
      second.close()
      try expectWhole(schema, end: end)
    }
  }

  @Test("A standby and the former holder take the journal from each other 50 times")
  func alternation() throws {
    let schema = PostgresSchema(.shared)
    var (former, formerMark): (PostgresStorage?, JournalMark) = (nil, .zero)
    var end = JournalMark.zero
    for round in 1...50 as ClosedRange<UInt64> {
      let storage = schema.storage()
      let contents = try storage.open(opening)
      #expect(contents.epoch == round)
      #expect(contents.mark == end)
      end = try SampleRows.append(1, to: storage, after: end, epoch: round)
      if let former {
        let error = try #require(throws: JournalError.self) {
          try SampleRows.append(1, to: former, after: formerMark, epoch: round - 1)
        }
        #expect(error.reason == .isOpenElsewhere(processID: nil))
      }
      end = try SampleRows.append(1, to: storage, after: end, epoch: round)
      (former, formerMark) = (storage, end)
    }
    try expectWhole(schema, end: end)
  }

  @Test("A row that a backend still has comes to nothing once somebody else has the journal")
  func lateRow() throws {
    let schema = PostgresSchema(.shared)
    let first = schema.storage()
    _ = try first.open(opening)
    let mark = try SampleRows.append(3, to: first, after: .zero, epoch: 1)
    let backend = try #require(schema.backends().first)
    kill(backend, SIGSTOP)
    defer { kill(backend, SIGCONT) }
    first.limits.silence = .milliseconds(300)
    let second = schema.storage()
    _ = try second.open(opening)
    let error = try #require(throws: JournalError.self) {
      try SampleRows.append(1, to: first, after: mark, epoch: 1)
    }
    #expect(error.reason == .isOpenElsewhere(processID: nil))
    kill(backend, SIGCONT)
    try schema.awaitEnd(of: backend)
    try #expect(second.rows(from: 1, bytesAtMost: 10_000).count == 3)
    let end = try SampleRows.append(1, to: second, after: mark, epoch: 2, size: 50)
    try #expect(schema.storage().open(opening).mark == end)
  }

  @Test("A row that a backend still has is appended by a new connection, once")
  func hungBackend() throws {
    let schema = PostgresSchema(.shared)
    let storage = schema.storage()
    _ = try storage.open(opening)
    var mark = try SampleRows.append(3, to: storage, after: .zero, epoch: 1)
    let backend = try #require(schema.backends().first)
    kill(backend, SIGSTOP)
    defer { kill(backend, SIGCONT) }
    storage.limits.silence = .milliseconds(300)
    mark = try SampleRows.append(2, to: storage, after: mark, epoch: 1, size: 100)
    // It could come once more where it is not there any more.
    try SampleRows.appendState([1], to: storage, at: mark)
    while try storage.compact(before: mark.group) {}
    kill(backend, SIGCONT)
    try schema.awaitEnd(of: backend)
    try #expect(storage.rows(from: 1, bytesAtMost: 10_000).isEmpty)
    mark = try SampleRows.append(1, to: storage, after: mark, epoch: 1)
    try expectWhole(schema, end: mark)
  }

  @Test("A server that hangs fails an append within bounds, for good")
  func hungServer() throws {
    let schema = PostgresSchema(PostgresServer())
    let storage = schema.storage()
    _ = try storage.open(opening)
    let mark = try SampleRows.append(3, to: storage, after: .zero, epoch: 1)
    schema.server.signal(SIGSTOP)
    defer { schema.server.signal(SIGCONT) }
    storage.limits = PostgresLimits(silence: .milliseconds(300), outage: .seconds(1))
    // More than the socket's buffer takes.
    let row = SampleRows.row(after: mark, epoch: 1, size: 8 << 20)
    let error = try #require(throws: JournalError.self) { try storage.append(row) }
    schema.server.signal(SIGCONT)
    switch error.reason {
    case .failed(ETIMEDOUT, _), .failed(ECONNRESET, _): break
    default: Issue.record("failed with \(String(describing: error))")
    }
    #expect(throws: error) { try storage.rows(from: 1, bytesAtMost: 1) }
  }

  @Test("A lock that is never let go fails an append within bounds, for good")
  func heldLock() throws {
    let schema = PostgresSchema(.shared)
    let storage = schema.storage()
    _ = try storage.open(opening)
    let mark = try SampleRows.append(3, to: storage, after: .zero, epoch: 1)
    let other = try schema.connect()
    try other.run("BEGIN")
    try other.run("SELECT 1 FROM pando_meta FOR UPDATE")
    storage.limits = PostgresLimits(silence: .milliseconds(400), outage: .seconds(1))
    try #expect(schema.terminate(by: schema.connect()) == 1)
    let error = try #require(throws: JournalError.self) {
      try SampleRows.append(1, to: storage, after: mark, epoch: 1)
    }
    guard case .failed = error.reason else {
      Issue.record("failed with \(String(describing: error))")
      return
    }
    try other.run("COMMIT")
    #expect(throws: error) { try SampleRows.append(1, to: storage, after: mark, epoch: 1) }
    try expectWhole(schema, end: mark)
  }

  @Test("An end that was lost with a server is found by a new connection")
  func lostEnd() throws {
    for (change, isExpected) in [
      (
        "DELETE FROM pando_groups WHERE number = 3",
        { $0 == .endsBeforeMark(markedGroup: 3, lastGroup: 2) }
      ),
      ("UPDATE pando_groups SET hash = hash + 1 WHERE number = 3", Self.isDamage),
      (
        """
        INSERT INTO pando_groups SELECT name, 4, version, count, epoch, schema, hash, body
        FROM pando_groups WHERE number = 3
        """,
        Self.isDamage
      ),
    ] as [(String, (JournalError.Reason?) -> Bool)] {
      let schema = PostgresSchema(.shared)
      let storage = schema.storage()
      _ = try storage.open(opening)
      let mark = try SampleRows.append(3, to: storage, after: .zero, epoch: 1)
      try schema.change(change)
      try #expect(schema.terminate(by: schema.connect()) == 1)
      let error = try #require(throws: JournalError.self) {
        try SampleRows.append(1, to: storage, after: mark, epoch: 1)
      }
      #expect(isExpected(error.reason), "\(change)")
    }
  }

  private static func isDamage(_ reason: JournalError.Reason?) -> Bool {
    if case .isDamaged = reason { true } else { false }
  }
}
