import Testing

@testable import PandoOTLP

@Suite("What becomes of a batch of spans")
struct RetryMachineTests {
  @Test("it is done where it was taken, and dropped where it never will be")
  func ends() {
    var machine = RetryMachine()
    #expect(machine.handle(.taken(), random: 0, millisecondsLeft: nil) == .done)
    machine = RetryMachine()
    #expect(machine.handle(.taken(rejectedCount: 3), random: 0, millisecondsLeft: nil) == .done)
    for status in [301, 400, 401, 404, 413, 500] {
      var machine = RetryMachine()
      #expect(machine.handle(.refused(status: status), random: 0, millisecondsLeft: nil) == .drop)
    }
  }

  @Test(
    "it is sent again, later and later, and then dropped", arguments: [429, 502, 503, 504, nil])
  func again(_ status: Int?) {
    let outcome = status.map { ExportOutcome.refused(status: $0) } ?? .unreachable("refused")
    for (random, expected) in [
      (0.0, [500, 1_000, 2_000, 4_000, 8_000]), (1.0, [1_000, 2_000, 4_000, 8_000, 16_000]),
    ] {
      var machine = RetryMachine()
      var waits: [Int] = []
      while case .wait(let milliseconds, isTold: false) = machine.handle(
        outcome, random: random, millisecondsLeft: nil)
      {
        waits.append(milliseconds)
      }
      #expect(waits == expected)
    }
  }

  @Test("it waits for as long as it was told, if that is longer")
  func told() {
    var machine = RetryMachine()
    #expect(
      machine.handle(
        .refused(status: 429, retryAfterMilliseconds: 7_000), random: 1, millisecondsLeft: nil)
        == .wait(milliseconds: 7_000, isTold: true))
    #expect(
      machine.handle(
        .refused(status: 503, retryAfterMilliseconds: 0), random: 1, millisecondsLeft: nil)
        == .wait(milliseconds: 2_000, isTold: true))
  }

  @Test("it is sent again in a process that ends where there is time for it")
  func ending() {
    let refused = ExportOutcome.refused(status: 503)
    var machine = RetryMachine()
    #expect(
      machine.handle(refused, random: 0, millisecondsLeft: 1_000)
        == .wait(milliseconds: 500, isTold: false))
    #expect(
      machine.handle(refused, random: 0, millisecondsLeft: 600)
        == .wait(milliseconds: 300, isTold: false))
    #expect(machine.handle(refused, random: 0, millisecondsLeft: 99) == .drop)
    machine = RetryMachine()
    let told = ExportOutcome.refused(status: 503, retryAfterMilliseconds: 2_000)
    #expect(
      machine.handle(told, random: 0, millisecondsLeft: 2_000)
        == .wait(milliseconds: 2_000, isTold: true))
    #expect(machine.handle(told, random: 0, millisecondsLeft: 1_999) == .drop)
    machine = RetryMachine()
    #expect(machine.handle(.unreachable("refused"), random: 0, millisecondsLeft: 10_000) == .drop)
  }
}
