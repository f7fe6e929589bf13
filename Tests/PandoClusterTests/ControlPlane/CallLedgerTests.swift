import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("The ledger of calls")
struct CallLedgerTests {
  let here: Endpoint
  let there: Endpoint
  var ledger = CallLedger(
    limits: ControlLimits(callTimeoutMilliseconds: 100, callsInFlight: 2, callsWaiting: 3))

  init() throws {
    here = try Endpoint("ipc:///here")
    there = try Endpoint("ipc:///there")
  }

  func call(_ number: UInt64) -> CallID { CallID(rawValue: number) }

  /// The calls that failed, with the beginning of why.
  func failures(_ directives: [CallLedger.Directive]) -> [CallID] {
    directives.compactMap { directive in
      guard case .fail(let call, _) = directive else { return nil }
      return call
    }
  }

  @Test("the first call connects, and is sent once there is a connection")
  mutating func connect() {
    #expect(ledger.handle(.made(call(1), here, atMilliseconds: 0)) == [.connect(here)])
    #expect(ledger.handle(.made(call(2), here, atMilliseconds: 0)) == [])
    #expect(ledger.handle(.connected(here)) == [.send(call(1), here), .send(call(2), here)])
    #expect(ledger.handle(.made(call(3), there, atMilliseconds: 0)) == [.connect(there)])
  }

  @Test("no more than the window are in flight, and each answer lets the next one go")
  mutating func window() {
    _ = ledger.handle(.made(call(1), here, atMilliseconds: 0))
    _ = ledger.handle(.connected(here))
    #expect(ledger.handle(.made(call(2), here, atMilliseconds: 0)) == [.send(call(2), here)])
    #expect(ledger.handle(.made(call(3), here, atMilliseconds: 0)) == [])
    #expect(ledger.handle(.made(call(4), here, atMilliseconds: 0)) == [])
    #expect(ledger.handle(.answered(call(2))) == [.send(call(3), here)])
    #expect(ledger.handle(.abandoned(call(1))) == [.send(call(4), here)])
    #expect(ledger.handle(.answered(call(1))) == [])
  }

  @Test("a call that is abandoned while it waits is never sent")
  mutating func abandoned() {
    for number in 1...3 { _ = ledger.handle(.made(call(UInt64(number)), here, atMilliseconds: 0)) }
    _ = ledger.handle(.abandoned(call(2)))
    #expect(ledger.handle(.connected(here)) == [.send(call(1), here), .send(call(3), here)])
  }

  @Test("more than may wait are refused")
  mutating func full() {
    for number in 1...3 { _ = ledger.handle(.made(call(UInt64(number)), here, atMilliseconds: 0)) }
    #expect(
      ledger.handle(.made(call(4), here, atMilliseconds: 0))
        == [.fail(call(4), .tooManyCalls(limit: 3))])
    #expect(ledger.handle(.answered(call(4))) == [])
  }

  @Test("a lost connection fails what was in flight, and what waits goes by the next one")
  mutating func lost() {
    for number in 1...3 { _ = ledger.handle(.made(call(UInt64(number)), here, atMilliseconds: 0)) }
    _ = ledger.handle(.connected(here))
    let directives = ledger.handle(.lost(here))
    #expect(failures(directives) == [call(1), call(2)])
    #expect(directives.last == .connect(here))
    #expect(ledger.handle(.connected(here)) == [.send(call(3), here)])
    #expect(failures(ledger.handle(.lost(here))) == [call(3)])
    // Nothing waits, so nothing connects before the next call.
    #expect(ledger.handle(.made(call(5), here, atMilliseconds: 0)) == [.connect(here)])
  }

  @Test("a peer that rejects us fails all of its calls, and no others")
  mutating func rejected() {
    _ = ledger.handle(.made(call(1), here, atMilliseconds: 0))
    _ = ledger.handle(.made(call(2), there, atMilliseconds: 0))
    #expect(
      ledger.handle(.rejected(here, reason: "no"))
        == [.fail(call(1), .rejected(endpoint: "ipc:///here", reason: "no"))])
    #expect(ledger.handle(.connected(there)) == [.send(call(2), there)])
  }

  @Test("a call fails when its time has passed, and its place in the window is free")
  mutating func timeouts() {
    _ = ledger.handle(.made(call(1), here, atMilliseconds: 0))
    _ = ledger.handle(.connected(here))
    _ = ledger.handle(.made(call(2), here, atMilliseconds: 10))
    _ = ledger.handle(.made(call(3), here, atMilliseconds: 20))
    #expect(ledger.nextDeadlineMilliseconds == 100)
    #expect(ledger.handle(.ticked(atMilliseconds: 99)) == [])
    let directives = ledger.handle(.ticked(atMilliseconds: 100))
    #expect(failures(directives) == [call(1)])
    #expect(directives.last == .send(call(3), here))
    #expect(ledger.nextDeadlineMilliseconds == 110)
    _ = ledger.handle(.answered(call(2)))
    #expect(ledger.nextDeadlineMilliseconds == 120)
    _ = ledger.handle(.answered(call(3)))
    #expect(ledger.nextDeadlineMilliseconds == nil)
  }

  @Test("the reason of a timeout says what the call was waiting for")
  mutating func reasons() {
    _ = ledger.handle(.made(call(1), here, atMilliseconds: 0))
    for number in 2...4 { _ = ledger.handle(.made(call(UInt64(number)), there, atMilliseconds: 0)) }
    _ = ledger.handle(.connected(there))
    let reasons = ledger.handle(.ticked(atMilliseconds: 100)).compactMap { directive -> String? in
      guard case .fail(_, .unreachable(_, let reason)) = directive else { return nil }
      return reason
    }
    #expect(reasons.count == 4)
    #expect(reasons.first?.contains("nobody answered") == true)
    #expect(reasons.dropFirst().prefix(2).allSatisfy { $0.contains("did not answer") })
    #expect(reasons.last?.contains("earlier calls") == true)
  }

  @Test("a shutdown fails every call")
  mutating func shutDown() {
    for number in 1...3 { _ = ledger.handle(.made(call(UInt64(number)), here, atMilliseconds: 0)) }
    #expect(
      ledger.handle(.shutDown) == [1, 2, 3].map { .fail(call($0), .shutDown) })
    #expect(ledger.handle(.ticked(atMilliseconds: 1000)) == [])
  }
}
