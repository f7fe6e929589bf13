import PandoHosting
import Testing

@Suite("How a worker gets on")
struct ProgressMachineTests {
  private func machine() -> ProgressMachine {
    var machine = ProgressMachine(graceMilliseconds: 0)
    machine.allow(500)
    return machine
  }

  @Test("a worker with nothing to do is asked nothing")
  func idle() {
    var machine = machine()
    for now in [0, 100, 10_000] {
      #expect(machine.tick(nowMilliseconds: now, hasWork: false) == nil)
    }
  }

  @Test("one that owes a checkpoint and does nothing hangs after its time")
  func hangs() {
    var machine = machine()
    #expect(machine.tick(nowMilliseconds: 0, hasWork: true) == .ask(1))
    #expect(machine.tick(nowMilliseconds: 500, hasWork: true) == nil)
    #expect(machine.tick(nowMilliseconds: 501, hasWork: false) == .hangs(milliseconds: 501))
  }

  @Test("slow is not hung: each answer begins the time anew")
  func slow() {
    var machine = machine()
    #expect(machine.tick(nowMilliseconds: 0, hasWork: true) == .ask(1))
    for now in stride(from: 400, through: 40_000, by: 400) {
      machine.noteProgress()
      #expect(machine.tick(nowMilliseconds: now, hasWork: true) == nil)
    }
    #expect(machine.tick(nowMilliseconds: 40_501, hasWork: true) == .hangs(milliseconds: 501))
  }

  @Test("a checkpoint that was reached ends the question, and the next work asks again")
  func reached() {
    var machine = machine()
    #expect(machine.tick(nowMilliseconds: 0, hasWork: true) == .ask(1))
    machine.reached(1)
    #expect(machine.tick(nowMilliseconds: 10_000, hasWork: false) == nil)
    #expect(machine.tick(nowMilliseconds: 10_100, hasWork: true) == .ask(2))
  }

  @Test("numbers that were never asked for are no answer", arguments: [2, 7, UInt64.max])
  func lies(number: UInt64) {
    var machine = machine()
    #expect(machine.tick(nowMilliseconds: 0, hasWork: true) == .ask(1))
    machine.reached(number)
    _ = machine.tick(nowMilliseconds: 100, hasWork: false)
    #expect(machine.tick(nowMilliseconds: 700, hasWork: false) == .hangs(milliseconds: 700))
  }

  @Test("a worker has a while to notice by itself")
  func grace() {
    var machine = ProgressMachine(graceMilliseconds: 2_000)
    machine.allow(500)
    #expect(machine.tick(nowMilliseconds: 0, hasWork: true) == .ask(1))
    #expect(machine.tick(nowMilliseconds: 2_500, hasWork: false) == nil)
    #expect(machine.tick(nowMilliseconds: 2_501, hasWork: false) == .hangs(milliseconds: 2_501))
  }

  @Test("the longest time of its features counts")
  func longest() {
    var machine = machine()
    machine.allow(5_000)
    machine.allow(100)
    #expect(machine.tick(nowMilliseconds: 0, hasWork: true) == .ask(1))
    #expect(machine.tick(nowMilliseconds: 5_000, hasWork: false) == nil)
    #expect(machine.tick(nowMilliseconds: 5_001, hasWork: false) == .hangs(milliseconds: 5_001))
  }
}
