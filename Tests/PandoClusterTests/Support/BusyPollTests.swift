import Testing

@testable import PandoCluster

@Suite("Whether a thread looks for a message before it sleeps")
struct BusyPollTests {
  private func begins(_ machine: inout BusyPollMachine) -> Bool { machine.begins() }

  private func look(
    _ machine: inout BusyPollMachine, found: Bool = false, elapsed: Int = 1, pause: Int = 1
  ) -> BusyPollMachine.Decision {
    machine.look(hasFound: found, elapsed: elapsed, pause: pause)
  }

  @Test("it looks until something is there, or its time is over")
  func looks() {
    var machine = BusyPollMachine(limitMicroseconds: 100)
    #expect(begins(&machine))
    #expect(look(&machine, elapsed: 99) == .looksAgain)
    #expect(look(&machine, found: true, elapsed: 99) == .found)
    #expect(begins(&machine))
    #expect(look(&machine, elapsed: 100) == .sleeps)
    #expect(!begins(&machine))
    #expect(begins(&machine))
  }

  @Test("looks in vain have it sleep at once, ever more often, until one is of use")
  func backsOff() {
    var machine = BusyPollMachine(limitMicroseconds: 100)
    var sleeps: [Int] = []
    for _ in 0..<9 {
      var count = 0
      while !machine.begins() { count += 1 }
      sleeps.append(count)
      #expect(look(&machine, elapsed: 100) == .sleeps)
    }
    #expect(sleeps == [0, 1, 2, 4, 8, 16, 32, 64, 64])
    while !machine.begins() {}
    #expect(look(&machine, found: true) == .found)
    #expect(begins(&machine))
    #expect(look(&machine, elapsed: 100) == .sleeps)
    #expect(!begins(&machine))
    #expect(begins(&machine))
  }

  @Test("it sleeps where another thread wants the core, whatever it finds then")
  func losesTheCore() {
    var machine = BusyPollMachine(limitMicroseconds: 100)
    let pause = BusyPollMachine.lostMicroseconds + 1
    #expect(begins(&machine))
    #expect(look(&machine, elapsed: 60, pause: pause) == .sleeps)
    #expect(!begins(&machine))
    #expect(begins(&machine))
    #expect(look(&machine, found: true, elapsed: 60, pause: pause) == .found)
    #expect(!begins(&machine))
  }

  @Test("it does not look behind long messages, nor for a while after")
  func longMessages() {
    var machine = BusyPollMachine(limitMicroseconds: 100)
    machine.note(byteCount: BusyPollMachine.briefBytes)
    #expect(begins(&machine))
    machine.note(byteCount: 10_000)
    var count = 0
    while !machine.begins() {
      machine.note(byteCount: 20)
      count += 1
    }
    #expect(100...300 ~= count)
  }

  @Test("no time is never")
  func off() {
    var machine = BusyPollMachine(limitMicroseconds: 0)
    #expect(!begins(&machine))
  }

  @Test("the environment says how long, and a wrong word is reported")
  func variable() {
    #expect(BusyPoll.microseconds(nil) == 100)
    #expect(BusyPoll.microseconds("") == 100)
    #expect(BusyPoll.microseconds("0") == 0)
    #expect(BusyPoll.microseconds("1000") == 1_000)
    for wrong in ["1001", "-1", "soon", "1.5"] {
      withKnownIssue {
        #expect(BusyPoll.microseconds(wrong) == 100)
      } matching: {
        "\($0)".contains("PANDO_BUSY_POLL_MICROSECONDS")
      }
    }
  }
}
