import Foundation
import JournalSamples
import Testing

@testable import PandoJournal

/// Calls to the system that fail, each one in turn.
@Suite(.serialized) struct DiskFaultTests {
  @Test(
    "No acknowledged row is missing behind an error of the disk, at whichever call",
    arguments: FaultLibrary.Call.allCases, [EIO, ENOSPC])
  func faults(call: FaultLibrary.Call, code: Int32) throws {
    let tools = Place()
    let library = try FaultLibrary.build(in: tools.folder)
    var files: [String: Int] = [:]
    var (number, failed) = (1, 0)
    while true {
      let place = Place()
      // Rows from before, so that the opening has something to move.
      try place.open { storage, _ in
        try SampleRows.append(3, to: storage, after: .zero, epoch: 1, size: 300)
      }
      let environment = FaultLibrary.environment(
        library, call, at: number, code: code, in: place.folder)
      let lines = try Helper(["append", place.path, "12", "300"], environment: environment).lines()
      guard let fault = lines.first(where: { $0.hasPrefix("fault in ") }) else {
        #expect(lines.last == "closed")
        break
      }
      files[String(fault.dropFirst(9)), default: 0] += 1
      let acknowledged = max(3, Helper.acknowledged(lines))
      if let error = lines.first(where: { $0.hasPrefix("error ") }) {
        failed += 1
        #expect(error.contains("the disk is full") == (code == ENOSPC))
        #expect(lines.last == error, "nothing is acknowledged after an error")
      }
      try place.open { storage, contents in
        #expect(contents.mark.group >= acknowledged)
        #expect(contents.mark.group <= acknowledged + 1)
        let first = (contents.snapshot?.mark.group ?? 0) + 1
        let rows = try storage.rows(from: first, bytesAtMost: 1 << 24)
        #expect(rows.count == Int(contents.mark.group + 1 - first))
        #expect(SampleRows.wrong(rows, size: 300) == nil)
        try SampleRows.append(1, to: storage, after: contents.mark, epoch: contents.epoch)
      }
      number += 1
    }
    print("\(call) with \(code): \(number - 1) calls, \(failed) errors, \(files)")
    #expect(failed > 20)
  }
}
