import PandoHosting
import Testing

@Suite("A client's view of one worker")
struct LinkMachineTests {
  private let welcome = Welcome(processID: 1, features: [])

  private func limits() -> LinkMachine.Limits {
    var limits = LinkMachine.Limits()
    limits.idleMilliseconds = 100
    limits.silenceMilliseconds = 1_000
    limits.handshakeMilliseconds = 5_000
    limits.finishMilliseconds = 500
    limits.exitMilliseconds = 3_000
    return limits
  }

  private func ready() -> LinkMachine {
    var machine = LinkMachine(now: 0, limits: limits())
    #expect(machine.handle(.connected, now: 0) == .sayHello)
    #expect(machine.handle(.welcomed(welcome), now: 0) == .becomeReady(welcome))
    return machine
  }

  @Test("a worker may choose any version that was offered, and no other")
  func versions() {
    for version: UInt64 in 0...9 {
      var machine = LinkMachine(
        now: 0, limits: limits(), versions: ProtocolRange(least: 3, greatest: 6))
      #expect(machine.handle(.connected, now: 0) == .sayHello)
      let welcome = Welcome(version: version, processID: 1, features: [])
      let directive = machine.handle(.welcomed(welcome), now: 0)
      if (3...6).contains(version) {
        #expect(directive == .becomeReady(welcome))
      } else {
        guard case .end(.left, let reason)? = directive else {
          Issue.record("version \(version): \(String(describing: directive))")
          continue
        }
        #expect(
          reason.contains("version \(version) of the protocol and this program versions 3 to 6"))
      }
    }
  }

  @Test("a silent worker is asked, and lost when it leaves a question unanswered for too long")
  func silence() {
    var machine = ready()
    #expect(machine.handle(.ask, now: 99) == nil)
    #expect(machine.handle(.ask, now: 100) == .ping(1))
    #expect(machine.handle(.ask, now: 150) == nil)
    #expect(machine.handle(.ask, now: 200) == .ping(2))
    #expect(machine.handle(.tick, now: 1_100) == nil)
    #expect(
      machine.handle(.tick, now: 1_101) == .end(.died, reason: "it did not answer for 1001 ms"))
  }

  @Test("what a worker is waited for begins anew where this process was stopped")
  func resumed() {
    var machine = ready()
    #expect(machine.handle(.ask, now: 100) == .ping(1))
    #expect(machine.handle(.resumed, now: 60_000) == nil)
    #expect(machine.handle(.tick, now: 60_001) == nil)
    #expect(machine.handle(.ask, now: 60_100) == .ping(2))
    #expect(machine.handle(.tick, now: 61_100) == nil)
    #expect(
      machine.handle(.tick, now: 61_101) == .end(.died, reason: "it did not answer for 1001 ms"))
    var starting = LinkMachine(now: 0, limits: limits())
    #expect(starting.handle(.resumed, now: 60_000) == nil)
    #expect(starting.handle(.tick, now: 65_000) == nil)
    #expect(starting.handle(.connected, now: 65_000) == .sayHello)
    #expect(starting.handle(.resumed, now: 90_000) == nil)
    #expect(starting.handle(.welcomed(welcome), now: 94_000) == .becomeReady(welcome))
    var ending = ready()
    #expect(ending.handle(.exited(.died, reason: "killed"), now: 10) == nil)
    #expect(ending.handle(.resumed, now: 60_000) == nil)
    #expect(ending.handle(.tick, now: 60_500) == nil)
    #expect(ending.handle(.tick, now: 60_501) == .end(.died, reason: "killed"))
    #expect(ending.handle(.resumed, now: 60_502) == nil)
  }

  @Test("a worker that answers all the time hears of its client now and then")
  func attentiveClient() {
    var machine = ready()
    var pings: [Int] = []
    for now in stride(from: 50, through: 10_000, by: 50) {
      #expect(machine.handle(.heard, now: now) == nil)
      if machine.handle(.ask, now: now) != nil { pings.append(now) }
      #expect(machine.handle(.tick, now: now) == nil)
    }
    #expect(pings == [4_000, 8_000])
  }

  @Test("silence is judged by questions, so a client that was away blames nobody")
  func awayClient() {
    var machine = ready()
    #expect(machine.handle(.tick, now: 1_000_000) == nil)
    #expect(machine.handle(.ask, now: 1_000_000) == .ping(1))
    // The receiving thread was away; what had come meanwhile is taken in before it judges.
    #expect(machine.handle(.heard, now: 1_020_000) == nil)
    #expect(machine.handle(.tick, now: 1_020_000) == nil)
    #expect(machine.handle(.ask, now: 1_020_100) == .ping(2))
  }

  @Test("what a process sent before it ended still counts: a worker that stops has left")
  func lastWords() {
    var machine = ready()
    #expect(machine.handle(.exited(.died, reason: "it exited with status 0"), now: 10) == nil)
    #expect(machine.handle(.heard, now: 11) == nil)
    let reason = WorkerMessage.stoppingReason
    #expect(machine.handle(.refused(reason: reason), now: 11) == .end(.left, reason: reason))

    for (reason, expected) in [
      (WorkerMessage.endedReason, .killed), (WorkerMessage.crashingReason, .left),
      ("it lies", .refused),
    ] as [(String, LinkEnd)] {
      var machine = ready()
      #expect(machine.handle(.refused(reason: reason), now: 1) == .end(expected, reason: reason))
    }

    var other = ready()
    #expect(other.handle(.exited(.died, reason: "killed"), now: 10) == nil)
    #expect(other.handle(.disconnected, now: 12) == .end(.died, reason: "killed"))

    var third = ready()
    #expect(third.handle(.exited(.died, reason: "killed"), now: 10) == nil)
    #expect(third.handle(.tick, now: 510) == nil)
    #expect(third.handle(.tick, now: 511) == .end(.died, reason: "killed"))
  }

  @Test("a worker that does not know its client any more has left: the client was silent for long")
  func forgottenClient() {
    var machine = ready()
    let reason = WorkerMessage.strangerReason
    #expect(machine.handle(.refused(reason: reason), now: 50_000) == .end(.left, reason: reason))
    var other = ready()
    #expect(other.handle(.refused(reason: "no"), now: 10) == .end(.refused, reason: "no"))
  }

  @Test(
    "a lost connection waits for the end of the process, which says why; without one it does not")
  func whyItWasLost() {
    var machine = LinkMachine(now: 0, limits: limits(), hasProcess: true)
    _ = machine.handle(.connected, now: 0)
    _ = machine.handle(.welcomed(welcome), now: 0)
    #expect(machine.handle(.disconnected, now: 10) == nil)
    // Where it listened was still there for a moment, and went as well.
    #expect(machine.handle(.connected, now: 11) == nil)
    #expect(machine.handle(.disconnected, now: 11) == nil)
    var late = machine
    #expect(machine.handle(.exited(.hung, reason: "hung"), now: 12) == .end(.hung, reason: "hung"))
    // At load that takes its time, and it is not guessed meanwhile who is to blame.
    #expect(late.handle(.tick, now: 3_010) == nil)
    #expect(late.handle(.tick, now: 3_011) == .end(.died, reason: "the connection was lost"))

    var other = ready()
    #expect(
      other.handle(.disconnected, now: 10) == .end(.died, reason: "the connection was lost"))
  }

  @Test("a worker that does not answer its hello has left, and has not died")
  func handshake() {
    var machine = LinkMachine(now: 0, limits: limits())
    #expect(machine.handle(.connected, now: 10) == .sayHello)
    #expect(machine.handle(.tick, now: 5_000) == nil)
    #expect(
      machine.handle(.tick, now: 5_001)
        == .end(.left, reason: "it did not answer within 5000 ms of its start"))
  }

  @Test("over all sequences of five events: one end, no welcome without a hello, no ping unready")
  func exploration() {
    let events: [LinkMachine.Event] = [
      .connected, .welcomed(welcome), .refused(reason: "no"), .heard, .disconnected,
      .exited(.hung, reason: "gone"), .dropped(.hung, reason: "hung"), .ask, .tick,
    ]
    var count = 0
    func walk(_ machine: LinkMachine, _ now: Int, _ said: [LinkMachine.Directive], _ depth: Int) {
      count += 1
      guard depth > 0 else { return }
      for event in events {
        var next = machine
        let later = now + 700
        let directive = next.handle(event, now: later)
        let wasOver = machine.phase == .ended
        #expect(!wasOver || directive == nil)
        switch directive {
        case .becomeReady: #expect(said.contains(.sayHello))
        case .ping: #expect(said.contains(.becomeReady(welcome)))
        case .end(let end, _):
          #expect(next.phase == .ended)
          // Only one that was ready can have taken actions with it.
          #expect(said.contains(.becomeReady(welcome)) || end == .left)
        case .sayHello, nil: break
        }
        walk(next, later, said + (directive.map { [$0] } ?? []), depth - 1)
      }
    }
    for hasProcess in [false, true] {
      walk(LinkMachine(now: 0, limits: limits(), hasProcess: hasProcess), 0, [], 5)
    }
    #expect(count > 120_000)
  }
}
