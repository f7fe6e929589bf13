import Glibc
import JournalSamples
import Testing

@testable import PandoJournal

@Suite(.serialized) struct ConformanceTests {
  @Test("A new journal has nothing", arguments: Place.Kind.allCases)
  func new(_ kind: Place.Kind) throws {
    try Place(kind).open { storage, contents in
      #expect(contents == JournalContents(epoch: 1, snapshot: nil, mark: .zero, isNew: true))
      try #expect(storage.rows(from: 1, bytesAtMost: 1_000).isEmpty)
      try #expect(!storage.compact(before: 5))
      try storage.checkpointIfDue(isIdle: true)
    }
  }

  @Test(
    "What was appended is there after each opening, in a new epoch", arguments: Place.Kind.allCases)
  func reopen(_ kind: Place.Kind) throws {
    let place = Place(kind)
    var mark = JournalMark.zero
    for epoch in 1...4 as ClosedRange<UInt64> {
      try place.open { storage, contents in
        #expect(contents.epoch == epoch)
        #expect(contents.mark == mark)
        #expect(contents.isNew == (epoch == 1))
        mark = try SampleRows.append(5, to: storage, after: mark, epoch: epoch)
        let rows = try storage.rows(from: 1, bytesAtMost: 1 << 20)
        #expect(rows.map(\.number) == Array(1...epoch * 5))
        #expect(SampleRows.wrong(rows) == nil)
        #expect(rows.last?.mark == mark)
      }
    }
  }

  @Test(
    "Rows of all numbers, without commits and without bodies, come back",
    arguments: Place.Kind.allCases)
  func extremes(_ kind: Place.Kind) throws {
    let place = Place(kind)
    let first = JournalRow(
      number: 1, firstVersion: .max, commitCount: 0, epoch: .max, schema: .max, body: [], hash: 0
    ).chained(after: 0)
    let second = JournalRow(
      number: 2, firstVersion: 0, commitCount: 1 << 63, epoch: 0, schema: 1 << 63,
      body: [UInt8](repeating: 0, count: 3 << 20), hash: 0
    ).chained(after: first.hash)
    try place.open { storage, _ in
      try storage.append(first)
      try storage.append(second)
    }
    try place.open { storage, contents in
      try #expect(storage.rows(from: 0, bytesAtMost: 4 << 20) == [first, second])
      #expect(contents.mark == second.mark)
    }
  }

  @Test("Rows are read in parts of bounded size, one row at least", arguments: Place.Kind.allCases)
  func parts(_ kind: Place.Kind) throws {
    try Place(kind).open { storage, contents in
      try SampleRows.append(20, to: storage, after: .zero, epoch: contents.epoch)
      try #expect(storage.rows(from: 3, bytesAtMost: 1).map(\.number) == [3])
      try #expect(storage.rows(from: 3, bytesAtMost: 103 + 104).map(\.number) == [3, 4])
      try #expect(storage.rows(from: 3, bytesAtMost: 103 + 104 + 104).map(\.number) == [3, 4])
      try #expect(storage.rows(from: 21, bytesAtMost: 1_000).isEmpty)
    }
  }

  @Test("A state counts once it has all its pieces", arguments: Place.Kind.allCases)
  func states(_ kind: Place.Kind) throws {
    let place = Place(kind)
    let state = SampleRows.body(9, size: 5 << 19)
    let mark = try place.open { storage, contents in
      let mark = try SampleRows.append(3, to: storage, after: .zero, epoch: contents.epoch)
      let pieces = SnapshotPiece.pieces(of: state, at: mark, schema: 7)
      #expect(pieces.count == 3)
      for piece in pieces.dropLast() { try storage.append(piece) }
      return mark
    }
    try place.open { storage, contents in
      #expect(contents.snapshot == nil)
      try #expect(!storage.compact(before: 3))
      try SampleRows.appendState(state, to: storage, at: mark)
      try SampleRows.append(2, to: storage, after: mark, epoch: contents.epoch)
    }
    try place.open { _, contents in
      #expect(contents.snapshot?.state == state)
      #expect(contents.snapshot?.mark.hash == mark.hash)
      #expect(contents.snapshot?.mark.version == mark.version)
      #expect(contents.snapshot?.schema == 7)
      #expect(contents.mark.group == 5)
      #expect(!contents.isNew)
    }
  }

  @Test(
    "A state that is written anew, and cut off, leaves the former one",
    arguments: Place.Kind.allCases)
  func rewritten(_ kind: Place.Kind) throws {
    let place = Place(kind)
    let (old, new) = ([1, 2, 3] as [UInt8], SampleRows.body(1, size: 3 << 20))
    var mark = JournalMark.zero
    try place.open { storage, contents in
      mark = try SampleRows.append(3, to: storage, after: mark, epoch: contents.epoch)
      try SampleRows.appendState(old, to: storage, at: mark)
      try #expect(!storage.compact(before: 3))
    }
    try place.open { storage, _ in
      try storage.append(SnapshotPiece.pieces(of: new, at: mark, schema: 8)[0])
    }
    try place.open { storage, contents in
      #expect(contents.snapshot?.state == old)
      try SampleRows.appendState(new, to: storage, at: mark)
      while try storage.compact(before: 3) {}
    }
    try place.open { _, contents in
      #expect(contents.snapshot?.state == new)
      #expect(contents.mark.group == 3)
    }
  }

  @Test("A first state gives the journal its first version", arguments: Place.Kind.allCases)
  func firstState(_ kind: Place.Kind) throws {
    let place = Place(kind)
    let start = JournalMark(group: 0, version: 40, hash: 9, epoch: 1)
    try place.open { storage, contents in
      try SampleRows.appendState([], to: storage, at: start)
      try SampleRows.append(2, to: storage, after: start, epoch: contents.epoch)
    }
    try place.open { _, contents in
      #expect(contents.snapshot?.state == [])
      #expect(contents.mark.version == 46)
    }
  }

  @Test(
    "Compaction deletes a bounded number of rows, up to a whole state",
    arguments: Place.Kind.allCases)
  func compaction(_ kind: Place.Kind) throws {
    let place = Place(kind)
    try place.open { storage, contents in
      var mark = try SampleRows.append(5, to: storage, after: .zero, epoch: 1, size: 10)
      try SampleRows.appendState([1], to: storage, at: mark)
      mark = try SampleRows.append(695, to: storage, after: mark, epoch: 1, size: 10)
      try SampleRows.appendState([2], to: storage, at: mark)
      try SampleRows.append(2, to: storage, after: mark, epoch: 1, size: 10)
      try #expect(!storage.compact(before: 701), "no state is that late")
      try #expect(storage.rows(from: 1, bytesAtMost: 1).first?.number == 1)
      var calls = 1
      while try storage.compact(before: 690) { calls += 1 }
      #expect(calls >= 3)
      try #expect(storage.rows(from: 1, bytesAtMost: 1).first?.number == 691)
    }
    try place.open { storage, contents in
      #expect(contents.snapshot?.state == [2])
      #expect(contents.mark.group == 702)
      while try storage.compact(before: 700) {}
      try #expect(storage.rows(from: 1, bytesAtMost: 1).first?.number == 701)
    }
    try place.loseRows(after: 700)
    #expect(place.refusal() == kind.lostEnd(702, 700))
    try place.open(acceptsLoss: true) { storage, contents in
      #expect(contents.mark.group == 700)
      try SampleRows.append(1, to: storage, after: contents.mark, epoch: contents.epoch, size: 10)
    }
    #expect(place.refusal() == nil)
  }

  @Test("Two at once do not have a journal", arguments: Place.Kind.exclusive)
  func twoOpeners(_ kind: Place.Kind) throws {
    let place = Place(kind)
    try place.open { _, _ in
      #expect(place.refusal() == .isOpenElsewhere(processID: getpid()))
      #expect(place.refusal(isReadOnly: true) == .isOpenElsewhere(processID: getpid()))
    }
    #expect(place.refusal() == nil)
  }

  @Test("A journal is of one store", arguments: Place.Kind.exclusive)
  func otherName(_ kind: Place.Kind) throws {
    let place = Place(kind)
    try place.open { _, _ in }
    let error = #expect(throws: JournalError.self) {
      try place.storage().open(JournalOpening(name: "other"))
    }
    #expect(error?.reason == .isOfAnotherStore(name: "sample"))
  }

  @Test(
    "A row that does not fit is refused, and so is all that follows", arguments: Place.Kind.allCases
  )
  func misfits(_ kind: Place.Kind) throws {
    let place = Place(kind)
    let second = SampleRows.row(
      after: JournalMark(group: 1, version: 0, hash: 0, epoch: 1), epoch: 1)
    let first = SampleRows.row(after: .zero, epoch: 1)
    var rotten = first
    rotten.body[0] ^= 1
    for row in [second, rotten] {
      try place.open { storage, _ in
        let error = #expect(throws: JournalError.self) { try storage.append(row) }
        #expect(throws: error!) { try storage.append(first) }
        #expect(throws: error!) { try storage.rows(from: 1, bytesAtMost: 1) }
        #expect(throws: error!) { try storage.compact(before: 1) }
        #expect(throws: error!) { try storage.checkpointIfDue(isIdle: true) }
        #expect(throws: error!) {
          try SampleRows.appendState([1], to: storage, at: .zero)
        }
        storage.close()
        #expect(throws: error!) { try storage.open(JournalOpening(name: "sample")) }
      }
    }
    try place.open { _, contents in #expect(contents.isNew) }
  }

  @Test("A journal that is only read is not changed", arguments: Place.Kind.allCases)
  func readOnly(_ kind: Place.Kind) throws {
    let place = Place(kind)
    #expect((place.refusal(isReadOnly: true) == nil) == (kind == .postgres))
    try place.open { storage, _ in
      try SampleRows.append(3, to: storage, after: .zero, epoch: 1)
    }
    for _ in 0..<2 {
      try place.open(isReadOnly: true) { storage, contents in
        #expect(contents.epoch == 1)
        #expect(contents.mark.group == 3)
        try #expect(storage.rows(from: 1, bytesAtMost: 1_000).count == 3)
        #expect(throws: JournalError.self) {
          try SampleRows.append(1, to: storage, after: contents.mark, epoch: 1)
        }
      }
    }
    try place.open { _, contents in #expect(contents.epoch == 2) }
  }

  @Test("A closed journal refuses calls, and can be opened again", arguments: Place.Kind.allCases)
  func closed(_ kind: Place.Kind) throws {
    let storage = Place(kind).storage()
    #expect(throws: JournalError.self) { try storage.rows(from: 1, bytesAtMost: 1) }
    let place = Place(kind)
    let again = place.storage()
    for epoch in 1...3 as ClosedRange<UInt64> {
      try #expect(again.open(JournalOpening(name: "sample")).epoch == epoch)
      again.close()
      again.close()
    }
  }

  @Test(
    "A lost end is refused, and goes on from what is there where that is accepted",
    arguments: Place.Kind.allCases)
  func lostEnd(_ kind: Place.Kind) throws {
    let place = Place(kind)
    try place.open { storage, _ in
      try SampleRows.append(9, to: storage, after: .zero, epoch: 1)
    }
    try place.loseRows(after: 6)
    for _ in 0..<2 {
      #expect(place.refusal() == kind.lostEnd(9, 6))
    }
    try place.open(acceptsLoss: true) { storage, contents in
      #expect(contents.mark.group == 6)
      try SampleRows.append(1, to: storage, after: contents.mark, epoch: contents.epoch, size: 7)
    }
    try place.open { _, contents in #expect(contents.mark.group == 7) }
  }

  @Test(
    "A rotten row is refused, and what follows is dropped where that is accepted",
    arguments: Place.Kind.allCases)
  func rottenRow(_ kind: Place.Kind) throws {
    let place = Place(kind)
    try place.open { storage, _ in
      try SampleRows.append(9, to: storage, after: .zero, epoch: 1)
    }
    try place.rot(5)
    #expect(place.refusal() == .isDamaged("group 5 is not as it was written"))
    try place.open(acceptsLoss: true) { storage, contents in
      #expect(contents.mark.group == 4)
      try #expect(storage.rows(from: 1, bytesAtMost: 10_000).count == 4)
      try SampleRows.append(1, to: storage, after: contents.mark, epoch: contents.epoch)
    }
    #expect(place.refusal() == nil)
  }
}
