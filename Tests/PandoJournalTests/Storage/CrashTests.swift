import Foundation
import JournalSamples
import Testing

@testable import PandoJournal

/// Processes that are killed while they write.
@Suite(.serialized) struct CrashTests {
  @Test("No acknowledged row is missing behind a process that was killed, many times over")
  func kills() throws {
    let place = Place()
    var last: UInt64 = 0
    for round in 1...40 {
      let helper = try Helper(["append", place.path, "0", "300"])
      let first = try #require(helper.line())
      #expect(first == "open \(round * 2 - 1) \(last)")
      var lines: [String] = []
      for _ in 0..<Int.random(in: 0..<40) {
        if let line = helper.line() { lines.append(line) }
      }
      usleep(UInt32.random(in: 0..<4_000))
      helper.kill()
      lines += helper.lines()
      let acknowledged = max(last, Helper.acknowledged(lines))
      try place.open { storage, contents in
        #expect(contents.epoch == UInt64(round * 2))
        #expect(contents.mark.group >= acknowledged)
        #expect(contents.mark.group <= acknowledged + 1)
        let rows = try storage.rows(
          from: (contents.snapshot?.mark.group ?? 0) + 1, bytesAtMost: 1 << 24)
        #expect(rows.last?.number ?? contents.mark.group == contents.mark.group)
        #expect(SampleRows.wrong(rows, size: 300) == nil)
        last = contents.mark.group
      }
    }
    print("40 kills: \(last) rows")
    #expect(last > 100)
  }

  @Test("No acknowledged row is missing behind a process that was killed while it opened")
  func killsAtOpening() throws {
    let place = Place()
    for round in 0..<40 {
      let helper = try Helper(["append", place.path, "3", "300"])
      usleep(UInt32.random(in: 0..<25_000))
      helper.kill()
      let acknowledged = Helper.acknowledged(helper.lines())
      if round % 8 == 7 {
        try place.open { _, contents in #expect(contents.mark.group >= acknowledged) }
      } else if acknowledged > 0 {
        try place.open(isReadOnly: true) { _, contents in
          #expect(contents.mark.group >= acknowledged)
        }
      }
    }
  }
}
