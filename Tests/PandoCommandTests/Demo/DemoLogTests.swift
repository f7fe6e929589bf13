import Synchronization
import Testing

@testable import PandoTool

@Suite("The log of the demo")
struct DemoLogTests {
  private final class Output: Sendable {
    let text = Mutex("")
    func write(_ more: String) { text.withLock { $0 += more } }
    var lines: Int { text.withLock { $0 }.count { $0 == "\n" } }
  }

  @Test("an event is one line, without orders to a terminal")
  func event() {
    let output = Output()
    DemoLog(.plain, write: output.write).event("a file called \u{1b}[2J\nhas come")
    #expect(output.text.withLock { $0 }.hasSuffix(" s  a file called ?[2J?has come\n"))
    #expect(output.lines == 1)
  }

  @Test("how far all is is written once in a while, not each time")
  func progress() {
    let output = Output()
    let log = DemoLog(.plain, write: output.write)
    for _ in 0..<100 { log.progress { "some" } }
    #expect((1..<100).contains(output.lines))
  }

  @Test("in a terminal the progress is a line that whatever comes next is written over")
  func terminal() {
    let output = Output()
    let log = DemoLog(.terminal, write: output.write)
    log.progress { "some of it " + String(repeating: "x", count: 1_000) }
    #expect(output.lines == 0)
    log.event("it has ended")
    log.end()
    let parts = output.text.withLock { $0 }.split(separator: "\r\u{1b}[K")
    #expect(parts.count == 2)
    #expect(parts.first?.contains("some of it") == true)
    #expect(parts.first.map { $0.count < Terminal.size.width } == true)
    #expect(parts.last?.hasSuffix("it has ended\n") == true)
  }

  @Test("where only the document is wanted, nothing is written")
  func silent() {
    let output = Output()
    let log = DemoLog(.silent, write: output.write)
    log.event("some")
    log.progress { "some" }
    log.end()
    #expect(output.text.withLock { $0 } == "")
  }
}
