import Foundation
import JournalSamples
import Testing

@testable import PandoJournal

/// Journals that were not closed, and whose log was cut off or changed then.
@Suite(.serialized) struct DamagedLogTests {
  /// Writes rows with a state and a compaction between them, and returns the files as a crash would leave them.
  private func crashed(rows: Int, checkpointsAt: Set<Int> = []) throws -> Place {
    let place = Place()
    return try place.open { storage, contents in
      var mark = contents.mark
      for index in 1...rows {
        mark = try SampleRows.append(1, to: storage, after: mark, epoch: 1, size: 900)
        if index == rows / 3 {
          try SampleRows.appendState(SampleRows.body(1, size: 5_000), to: storage, at: mark)
          while try storage.compact(before: mark.group - 2) {}
        }
        if checkpointsAt.contains(index) { try storage.checkpointIfDue(isIdle: true) }
      }
      return try place.copy()
    }
  }

  /// Checks a damaged copy: it is refused as it is, or all is there; with a loss accepted, what is there is right.
  ///
  /// Returns what came of it.
  private func check(_ place: Place, rows: UInt64) throws -> Outcome {
    let (bytes, log) = (place.bytes(), place.bytes("-wal"))
    do {
      try place.open { storage, contents in
        #expect(contents.mark.group == rows)
        try expectRight(storage, contents)
      }
      return .whole
    } catch let error as JournalError {
      switch error.reason {
      case .endsBeforeMark(rows, _), .isDamaged: break
      default: Issue.record("refused with \(error)")
      }
      #expect(place.has(bytes))
      #expect(place.has(log, "-wal"))
    }
    do {
      return try place.open(acceptsLoss: true) { storage, contents in
        try expectRight(storage, contents)
        let end = contents.mark.group
        #expect(end <= rows)
        try SampleRows.append(
          2, to: storage, after: contents.mark, epoch: contents.epoch, size: 900)
        let last = try storage.rows(from: end + 1, bytesAtMost: 1 << 20)
        #expect(last.map(\.number) == [end + 1, end + 2])
        #expect(contents.epoch > 1)
        return .prefix
      }
    } catch let error as JournalError {
      guard case .isDamaged = error.reason else { throw error }
      return .refused
    }
  }

  private enum Outcome: String { case whole, prefix, refused }

  private static func words(_ outcomes: [Outcome: Int]) -> String {
    outcomes.map { "\($1) \($0.rawValue)" }.sorted().joined(separator: ", ")
  }

  private func expectRight(_ storage: any JournalStorage, _ contents: JournalContents) throws {
    if let snapshot = contents.snapshot {
      #expect(snapshot.state == SampleRows.body(1, size: 5_000))
    }
    let first = (contents.snapshot?.mark.group ?? 0) + 1
    let rows = try storage.rows(from: first, bytesAtMost: 1 << 24)
    #expect(rows.count == Int(contents.mark.group + 1 - first))
    #expect(SampleRows.wrong(rows, size: 900) == nil)
  }

  @Test(
    "A log that is cut off is refused, or gives the first rows where a loss is accepted",
    arguments: [[], [20], [12, 40]] as [Set<Int>])
  func cuts(checkpointsAt: Set<Int>) throws {
    let rows = 40
    let place = try crashed(rows: rows, checkpointsAt: checkpointsAt)
    let log = place.bytes("-wal")
    var outcomes: [Outcome: Int] = [:]
    var random = SampleRandom()
    let lengths =
      [0, 1, 31, 32, 33, log.count]
      + (0..<60).map { _ in Int.random(in: 0..<log.count, using: &random) }
      + stride(from: 32, to: log.count, by: 4120 * 7).map { $0 }
    for length in lengths {
      let copy = try place.copy()
      try copy.write(Array(log[..<length]), "-wal")
      outcomes[try check(copy, rows: UInt64(rows)), default: 0] += 1
    }
    print("cut logs, checkpoints behind \(checkpointsAt.sorted()): \(Self.words(outcomes))")
    #expect(outcomes[.whole, default: 0] > 0)
    // Where the last checkpoint was behind the last row, the log is not needed.
    if !checkpointsAt.contains(rows) { #expect(outcomes[.prefix, default: 0] > 40) }
  }

  @Test(
    "A log with a bit turned is refused, or gives the first rows where a loss is accepted",
    arguments: [[], [20]] as [Set<Int>])
  func flips(checkpointsAt: Set<Int>) throws {
    let rows = 40
    let place = try crashed(rows: rows, checkpointsAt: checkpointsAt)
    let log = place.bytes("-wal")
    var outcomes: [Outcome: Int] = [:]
    var random = SampleRandom()
    for _ in 0..<100 {
      let copy = try place.copy()
      var changed = log
      changed[Int.random(in: 0..<log.count, using: &random)] ^=
        1 << UInt8.random(in: 0..<8, using: &random)
      try copy.write(changed, "-wal")
      outcomes[try check(copy, rows: UInt64(rows)), default: 0] += 1
    }
    print(
      "bits turned in logs, checkpoints behind \(checkpointsAt.sorted()): \(Self.words(outcomes))")
    #expect(outcomes.values.reduce(0, +) == 100)
  }

  @Test("A database with a bit turned never gives a wrong row")
  func flipsOfDatabase() throws {
    let rows = 40
    let place = try crashed(rows: rows, checkpointsAt: [20, 40])
    try place.write([], "-wal")
    let bytes = place.bytes()
    var outcomes: [Outcome: Int] = [:]
    var random = SampleRandom()
    for _ in 0..<150 {
      let copy = try place.copy()
      var changed = bytes
      changed[Int.random(in: 100..<bytes.count, using: &random)] ^=
        1 << UInt8.random(in: 0..<8, using: &random)
      try copy.write(changed)
      // The kind of the file and its name are no rows.
      switch copy.refusal() {
      case .isOfAnotherStore, .isOfLaterFormat: outcomes[.refused, default: 0] += 1
      default: outcomes[try check(copy, rows: UInt64(rows)), default: 0] += 1
      }
    }
    print("bits turned in databases: \(Self.words(outcomes))")
  }

  @Test("A database without its log is refused, or gives what was moved into it")
  func withoutLog() throws {
    let place = try crashed(rows: 40, checkpointsAt: [20])
    try place.remove("-wal")
    #expect(place.refusal() == .endsBeforeMark(markedGroup: 40, lastGroup: 20))
    #expect(try check(place, rows: 40) == .prefix)
  }
}
