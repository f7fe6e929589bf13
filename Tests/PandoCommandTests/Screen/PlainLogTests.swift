import Synchronization
import Testing

@testable import PandoTool

@Suite("The plain log")
struct PlainLogTests {
  private final class Lines: Sendable {
    let text = Mutex("")
    func write(_ more: String) { text.withLock { $0 += more } }
  }

  @Test("an event is one line, without orders to a terminal")
  func event() {
    let lines = Lines()
    let log = PlainLog(write: lines.write)
    log.event("a file called \u{1b}[2J\nhas come")
    let text = lines.text.withLock { $0 }
    #expect(text.hasSuffix(" s  a file called ?[2J?has come\n"))
    #expect(text.count { $0 == "\n" } == 1)
  }

  @Test("how things stand is written once in a while, not each time")
  func progress() {
    let lines = Lines()
    let log = PlainLog(write: lines.write)
    for _ in 0..<100 { log.show(DemoView(title: "looking", directory: "", seconds: 0)) }
    #expect(lines.text.withLock { $0 }.count { $0 == "\n" } < 100)
  }

  @Test("a line says how far all is, and what each worker does")
  func summary() {
    var view = DemoView(title: "", directory: "", seconds: 1)
    view.workers = [
      DemoView.Worker(name: "worker 1", processID: 12, childCount: 1, actionsPerSecond: 99.6)
    ]
    view.progress.shards = [
      ShardProgress(id: 1, fileCount: 10, settledFiles: 4, actionCount: 9, interruptionCount: 0)
    ]
    view.progress.counts.files = 4
    #expect(
      PlainLog.summary(view)
        == "4 of 10 files, 0 words, 0 actions/s; worker 1 (process 12): 1 child, 100 actions/s")
  }
}
