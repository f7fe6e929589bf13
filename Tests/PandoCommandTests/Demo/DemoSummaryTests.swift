import Testing

@testable import PandoTool

@Suite("The summary of a demonstration")
struct DemoSummaryTests {
  private var report: DemoReport {
    DemoReport(
      directory: "/d", filesFound: 12, files: 10, bytes: 8_000_000, lines: 20, words: 300,
      binaryFiles: 2, unreadable: [], shards: 4,
      workers: [
        DemoReport.Worker(name: "worker 1", processID: 11),
        DemoReport.Worker(name: "worker 2", processID: 12),
      ],
      kill: DemoReport.Kill(
        worker: "worker 1", processID: 11, afterFiles: 4, rehostedChildren: 2, batchesAgain: 2,
        bytesAgain: 1_500_000, milliseconds: 3.25),
      hosted: DemoReport.Run(seconds: 0.5, startSeconds: 0.05, actions: 70),
      hostedAndKilled: DemoReport.Run(seconds: 0.8, startSeconds: 0.04, actions: 70),
      inOneProcess: DemoReport.Run(seconds: 1, startSeconds: 0, actions: 70), ratio: 2,
      equal: true, differences: [])
  }

  @Test("the table has the seconds of every run, and the ratio of one process to it")
  func table() {
    let lines = DemoSummary(report: report).lines
    let expected = """
                         seconds  of start      MB/s   actions     ratio
      in one process        1.00                 8.0        70      1.00
      in 2 workers          0.50      0.05      16.0        70      2.00
      and one killed        0.80      0.04      10.0        70      1.25
      """
    let start = lines.firstIndex { $0.contains("seconds") } ?? 0
    #expect(lines[start..<start + 4].joined(separator: "\n") == expected)
  }

  @Test("it says what was done again after a worker was killed")
  func again() {
    #expect(
      DemoSummary(report: report).text.contains(
        """
        killed worker 1 (process 11) after 4 files:
          2 children given to another worker, first action committed after 3.2 ms
          2 batches in flight there, 1,500,000 bytes, were counted again by another
        """))
    var report = report
    report.kill?.batchesAgain = 0
    #expect(DemoSummary(report: report).text.contains("nothing had to be done again"))
  }

  @Test("where counts differ it says which, and no longer that they are the same")
  func differences() {
    var report = report
    #expect(DemoSummary(report: report).text.contains("every count is the same in both:"))
    report.equal = false
    report.differences = (1...14).map { "shard \($0): words: 1 hosted, 2 in one process" }
    let text = DemoSummary(report: report).text
    #expect(text.contains("THE COUNTS DIFFER:\n  shard 1: words: 1 hosted, 2 in one process\n"))
    #expect(text.contains("  and 2 more\n"))
    #expect(!text.contains("every count"))
  }
}
