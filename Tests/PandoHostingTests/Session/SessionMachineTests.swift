import PandoHosting
import Testing

@Suite("A worker's view of one client")
struct SessionMachineTests {
  @Test("the greatest version that both speak is chosen, and a client that shares none is refused")
  func versions() {
    let ours = ProtocolRange(least: 3, greatest: 6)
    let table: [(ProtocolRange, UInt64?)] = [
      (ProtocolRange(least: 1, greatest: 2), nil), (ProtocolRange(least: 1, greatest: 3), 3),
      (ProtocolRange(least: 1, greatest: 9), 6), (ProtocolRange(4), 4),
      (ProtocolRange(least: 4, greatest: 5), 5), (ProtocolRange(least: 5, greatest: 8), 6),
      (ProtocolRange(least: 6, greatest: 7), 6), (ProtocolRange(least: 7, greatest: 9), nil),
      (ProtocolRange(0), nil), (ProtocolRange(.max), nil),
      // No range at all.
      (ProtocolRange(least: 6, greatest: 4), nil), (ProtocolRange(least: .max, greatest: 0), nil),
      (ProtocolRange(least: 5, greatest: 4), nil),
    ]
    for (theirs, expected) in table {
      var machine = SessionMachine(silenceMilliseconds: 1_000, versions: ours)
      let hello = Hello(versions: theirs, name: "a client", features: [])
      let directive = machine.greeted(hello, now: 0)
      if let expected {
        #expect(directive == .welcome(hello, version: expected), "\(theirs)")
        #expect(machine.phase == .open(lastHeard: 0))
      } else {
        guard case .refuse(let reason) = directive else {
          Issue.record("\(theirs): \(directive)")
          continue
        }
        #expect(reason.contains("and this worker versions 3 to 6"))
        #expect(machine.phase == .ended)
      }
    }
  }

  @Test("this build speaks with itself, in its current version")
  func ownVersion() {
    var machine = SessionMachine(silenceMilliseconds: 1_000)
    let hello = Hello(name: "a client", features: [])
    #expect(machine.greeted(hello, now: 0) == .welcome(hello, version: ProtocolVersion.current))
  }

  @Test("a client's silence begins anew where the worker stood still, as the client may have too")
  func resumed() {
    var machine = SessionMachine(silenceMilliseconds: 1_000)
    machine.resumed(now: 5)
    #expect(machine.phase == .expectingHello)
    _ = machine.greeted(Hello(name: "a client", features: []), now: 10)
    machine.resumed(now: 50_000)
    #expect(machine.tick(now: 51_000) == nil)
    #expect(machine.tick(now: 51_001) == .forget(reason: "it was silent for 1001 ms"))
    machine.resumed(now: 60_000)
    #expect(machine.phase == .ended)
  }
}
