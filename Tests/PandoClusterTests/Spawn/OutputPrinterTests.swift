import Foundation
import Glibc
import Synchronization
import Testing

@testable import PandoCluster

@Suite("The printer of what workers print")
struct OutputPrinterTests {
  /// Lines of 1,000 bytes that begin with their numbers.
  private func lines(_ numbers: Range<Int>) -> LabelledLines {
    var lines = LabelledLines()
    for number in numbers {
      let text = Array("\(number) ".utf8) + [UInt8](repeating: 0x78, count: 1_000)
      text.withUnsafeBytes { lines.add($0, behind: Array("w | ".utf8)) }
    }
    return lines
  }

  @Test("keeps what is not read within a bound, and counts the rest where it is missing")
  func leftOut() async throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let printer = OutputPrinter(to: ends[1])
    var count = 0
    // Where many lines had no room, one may have it.
    for size in Array(repeating: [32, 1], count: 100).joined() {
      printer.print(lines(count..<(count + size)))
      count += size
    }
    let output = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    let read = Mutex<Data?>(nil)
    _ = Thread.started {
      let data = try? output.readToEnd()
      read.withLock { $0 = data ?? Data() }
    }
    try await eventually("all is printed") { printer.isIdle }
    printer.print(lines(count..<(count + 1)))
    try await eventually("the last is printed") { printer.isIdle }
    close(ends[1])
    try await eventually("all is read") { read.withLock { $0 != nil } }
    let text = String(decoding: read.withLock { $0 } ?? Data(), as: UTF8.self)
    var (next, printed, notices) = (0, 0, 0)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      let number = try #require(Int(words[2]))
      if words[0] == "pando" {
        notices += 1
        next += number
      } else {
        printed += line.utf8.count + 1
        #expect(number == next)
        next += 1
      }
    }
    #expect(next == count + 1)
    #expect(notices > 0)
    // What waits, what is being printed, and what the pipe has.
    #expect(printed <= 2 * OutputPrinter.unprintedBytesAtMost + (256 << 10))
    #expect(printed >= OutputPrinter.unprintedBytesAtMost / 2)
  }
}
