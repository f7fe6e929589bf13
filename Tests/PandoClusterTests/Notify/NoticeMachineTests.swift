import Testing

@testable import PandoCluster

@Suite("The machine of notices to a service manager")
struct NoticeMachineTests {
  private var machine = NoticeMachine(watchdogMilliseconds: 1_000)

  /// Sends what is due.
  private mutating func text(isAlive: Bool = true, at now: Int = 0) -> String? {
    guard let notice = machine.notice(isAlive: isAlive, now: now) else { return nil }
    machine.sent(notice, now: now)
    return notice.text(nowMicroseconds: now * 1_000)
  }

  @Test("while it starts nothing but its status is told")
  mutating func starting() {
    #expect(text() == nil)
    machine.describe("begins")
    #expect(text() == "STATUS=begins")
    #expect(text() == nil)
  }

  @Test("it is ready once, and alive at every half of the watchdog's time")
  mutating func ready() {
    machine.becomeReady()
    #expect(text(at: 0) == "READY=1\nWATCHDOG=1")
    #expect(text(at: 499) == nil)
    #expect(text(at: 500) == "WATCHDOG=1")
    #expect(text(at: 999) == nil)
    #expect(text(at: 1_000) == "WATCHDOG=1")
  }

  @Test("only the thread that answers gives signs of life")
  mutating func otherThread() {
    machine.becomeReady()
    #expect(text(isAlive: false) == "READY=1")
    #expect(text(isAlive: false, at: 10_000) == nil)
    #expect(text(isAlive: true, at: 10_000) == "WATCHDOG=1")
  }

  @Test("where nobody waits for signs of life there are none")
  mutating func noWatchdog() {
    machine = NoticeMachine(watchdogMilliseconds: nil)
    machine.becomeReady()
    #expect(text() == "READY=1")
    #expect(text(at: 100_000) == nil)
  }

  @Test("a reload says when it began, and ends with being ready")
  mutating func reload() {
    machine.becomeReady()
    #expect(text(at: 0) == "READY=1\nWATCHDOG=1")
    machine.beginReload()
    #expect(text(isAlive: false, at: 7) == "RELOADING=1\nMONOTONIC_USEC=7000")
    machine.becomeReady()
    #expect(text(isAlive: false, at: 8) == "READY=1")
  }

  @Test("behind the stop come the status and signs of life, and it is never ready again")
  mutating func stop() {
    machine.becomeReady()
    #expect(text(at: 0) == "READY=1\nWATCHDOG=1")
    machine.beginStop()
    #expect(text(isAlive: false, at: 600) == "STOPPING=1")
    machine.becomeReady()
    machine.beginReload()
    #expect(text(isAlive: false, at: 5_000) == nil)
    #expect(text(at: 5_000) == "WATCHDOG=1")
    machine.describe("ends")
    #expect(text(at: 5_001) == "STATUS=ends")
  }

  @Test("a status is one line, whatever ends its lines", arguments: ["\n", "\r\n", "\r"])
  func statusLines(_ end: String) {
    let notice = Notice(status: "2 lanes\(end)READY=1")
    #expect(notice.text(nowMicroseconds: 0) == "STATUS=2 lanes READY=1")
  }

  @Test("what could not be sent is due again, with what is new")
  mutating func again() {
    machine.becomeReady()
    #expect(machine.notice(isAlive: true, now: 0) == Notice(phase: .ready, isSignOfLife: true))
    machine.describe("3 children")
    #expect(text(at: 1) == "READY=1\nSTATUS=3 children\nWATCHDOG=1")
  }

  @Test("a line break in the status begins no other variable")
  mutating func injection() {
    machine.describe("a\nREADY=1")
    #expect(text() == "STATUS=a READY=1")
  }
}
