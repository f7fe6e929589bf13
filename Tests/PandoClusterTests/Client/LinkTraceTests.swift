import Testing

@testable import PandoCluster

@Suite("A worker that a debugger may hold")
struct LinkTraceTests {
  private let gdb = Tracer(processID: 7, name: "gdb")

  @Test("is looked at after ten quiet ticks, and then every ten while it is held")
  func ticks() {
    var trace = LinkTrace(isBounded: true)
    let due = (1...29).filter { _ in trace.tick() }
    #expect(due == [10, 20])
    trace.noteMessage()
    let dueAgain = (1...10).filter { _ in trace.tick() }
    #expect(dueAgain == [10])
  }

  @Test("is told as held and released once each, and is excused for a while behind that")
  func changes() {
    var trace = LinkTrace(isBounded: true)
    #expect(!trace.excuses(now: 0))
    #expect(trace.look(gdb, now: 0) == .held(by: gdb))
    #expect(trace.look(gdb, now: 1_000) == nil)
    #expect(trace.isHeld)
    #expect(trace.look(nil, now: 2_000) == .released)
    #expect(trace.look(nil, now: 3_000) == nil)
    #expect(!trace.isHeld)
    #expect(trace.excuses(now: 31_000))
    #expect(!trace.excuses(now: 31_001))
  }

  @Test("is believed for an hour in all, however it is divided", arguments: [1, 10])
  func belief(looksAtOnce: Int) {
    var trace = LinkTrace(isBounded: true)
    var changes: [LinkTrace.Change] = []
    var heldSeconds = 0
    for second in 0..<20_000 {
      // Let go now and then, to be held again.
      let isFree = second % (looksAtOnce + 1) == looksAtOnce
      if let change = trace.look(isFree ? nil : gdb, now: second * 1_000) { changes.append(change) }
      if trace.isHeld { heldSeconds += 1 }
    }
    #expect((3_598...3_602).contains(heldSeconds))
    #expect(!trace.isHeld && !trace.excuses(now: 20_000_000))
    #expect(changes.count { $0 == .disbelieved(gdb) } <= 1)
  }

  @Test("is told once where it is believed no longer while it is held")
  func disbelief() {
    var trace = LinkTrace(isBounded: true)
    let changes = (0..<5_000).compactMap { trace.look(gdb, now: $0 * 1_000) }
    #expect(changes == [.held(by: gdb), .disbelieved(gdb)])
    #expect(trace.excuses(now: 3_600_000 + 29_000))
    #expect(!trace.excuses(now: 3_600_000 + 31_000))
  }

  @Test("is believed for ever where the program was told that it is debugged")
  func unbounded() {
    var trace = LinkTrace(isBounded: false)
    for second in 0..<100_000 { _ = trace.look(gdb, now: second * 1_000) }
    #expect(trace.isHeld)
  }
}
