import Testing

@testable import PandoOTLP

@Suite("What becomes of a batch of spans")
struct RetryMachineTests {
  @Test("it is done where it was taken, and dropped where it never will be")
  func ends() {
    for status in [200, 202] {
      var machine = RetryMachine()
      #expect(machine.handle(.response(status: status)) == .done)
    }
    for status in [400, 401, 404, 413, 500] {
      var machine = RetryMachine()
      #expect(machine.handle(.response(status: status)) == .drop)
    }
  }

  @Test("it is posted again, later and later, and then dropped", arguments: [429, 503, nil])
  func again(_ status: Int?) {
    var machine = RetryMachine()
    var waits: [Int] = []
    while case .wait(let milliseconds) = machine.handle(
      status.map { .response(status: $0) } ?? .unreachable)
    {
      waits.append(milliseconds)
    }
    #expect(waits == [1_000, 2_000, 4_000, 8_000, 16_000])
  }

  @Test("it waits for as long as it was told, within a bound")
  func told() {
    var machine = RetryMachine()
    #expect(
      machine.handle(.response(status: 429, retryAfterSeconds: 7)) == .wait(milliseconds: 7_000))
    #expect(
      machine.handle(.response(status: 503, retryAfterSeconds: 90_000))
        == .wait(milliseconds: 30_000))
  }
}
