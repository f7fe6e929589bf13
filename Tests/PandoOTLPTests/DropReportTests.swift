import Testing

@testable import PandoOTLP

@Suite("What a log says of dropped spans")
struct DropReportTests {
  @Test("is said at once, and then from time to time, with all that came in between")
  func interval() {
    var report = DropReport()
    #expect(report.take(now: 0) == nil)
    report.note(1, "no room")
    #expect(report.take(now: 0) == "1 span is dropped: no room")
    report.note(2, "no room")
    report.note(3, "nobody there")
    #expect(report.take(now: 9_999) == nil)
    report.note(4, "no room")
    #expect(
      report.take(now: 10_000)
        == "6 spans are dropped: no room; 3 spans are dropped: nobody there")
    #expect(report.take(now: 30_000) == nil)
  }

  @Test("is said at the end in any case")
  func last() {
    var report = DropReport()
    report.note(1, "no room")
    _ = report.take(now: 0)
    report.note(1, "no room")
    #expect(report.take(now: 1, isLast: true) == "1 span is dropped: no room")
  }

  @Test("has warnings without a number, and few reasons")
  func reasons() {
    var report = DropReport()
    report.note(0, "old fields")
    #expect(report.take(now: 0) == "old fields")
    for number in 1...100 { report.note(1, "reason \(number)") }
    let line = report.take(now: 10_000) ?? ""
    #expect(line.hasSuffix("97 spans are dropped: reason 4"))
  }
}
