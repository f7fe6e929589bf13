import PandoHosting
import Testing

@Suite("A worker's way out of service")
struct DrainMachineTests {
  private func run(_ events: [(Int, DrainMachine.Event)]) -> [DrainMachine.Directive?] {
    var machine = DrainMachine()
    return events.map { machine.handle($1, now: $0) }
  }

  @Test("an operator's drain is told once, however often it is said, and a new deadline anew")
  func told() {
    let directives = run([
      (0, .drain(withinMilliseconds: 60_000)), (500, .drain(withinMilliseconds: 59_500)),
      (900, .drain(withinMilliseconds: 59_300)), (1_000, .drain(withinMilliseconds: 5_000)),
      (1_500, .undrain), (2_000, .undrain), (2_500, .drain(withinMilliseconds: 100)),
    ])
    #expect(
      directives == [
        .tell(withinMilliseconds: 60_000), nil, nil, .tell(withinMilliseconds: 5_000),
        .tellUndrained, nil, .tell(withinMilliseconds: 100),
      ])
  }

  @Test(
    "an operator's drain never ends the process, and its deadline is told once when it has passed")
  func operatorStays() {
    let directives = run([
      (0, .drain(withinMilliseconds: 2_000)), (1_000, .tick(laneCount: 0)),
      (3_000, .tick(laneCount: 5)), (4_000, .drain(withinMilliseconds: 0)),
      (9_000, .drain(withinMilliseconds: 0)),
    ])
    #expect(directives == [.tell(withinMilliseconds: 2_000), nil, nil, nil, nil])
  }

  @Test("a process that is to end does so once it is empty, or at its deadline")
  func ends() {
    let empty = run([
      (0, .terminate(withinMilliseconds: 20_000)), (10, .tick(laneCount: 2)),
      (20, .tick(laneCount: 0)),
    ])
    #expect(empty == [.tell(withinMilliseconds: 19_500), nil, .stop])
    let late = run([
      (0, .terminate(withinMilliseconds: 100)), (99, .tick(laneCount: 2)),
      (100, .tick(laneCount: 2)),
    ])
    #expect(late == [.tell(withinMilliseconds: 50), nil, .stop])
  }

  @Test("a process that is to end is not put back, and a second signal ends it at once")
  func insists() {
    let directives = run([
      (0, .drain(withinMilliseconds: 60_000)), (10, .terminate(withinMilliseconds: 20_000)),
      (20, .undrain), (30, .drain(withinMilliseconds: 90_000)),
      (40, .terminate(withinMilliseconds: 20_000)),
    ])
    #expect(
      directives == [
        .tell(withinMilliseconds: 60_000), .tell(withinMilliseconds: 19_500), nil, nil, .stop,
      ])
  }

  @Test(
    "a process that ends for an effect does so once it is empty, and no later than it was to end before"
  )
  func abandoned() {
    let alone = run([
      (0, .abandon(withinMilliseconds: 5_000)), (10, .abandon(withinMilliseconds: 5_000)),
      (20, .undrain), (30, .drain(withinMilliseconds: 90_000)), (40, .tick(laneCount: 1)),
      (50, .tick(laneCount: 0)),
    ])
    #expect(alone == [.tell(withinMilliseconds: 4_500), nil, nil, nil, nil, .stop])
    let sooner = run([
      (0, .terminate(withinMilliseconds: 20_000)), (10, .abandon(withinMilliseconds: 5_000)),
      (5_009, .tick(laneCount: 1)), (5_010, .tick(laneCount: 1)),
    ])
    #expect(
      sooner == [.tell(withinMilliseconds: 19_500), .tell(withinMilliseconds: 4_500), nil, .stop])
    let later = run([
      (0, .terminate(withinMilliseconds: 1_000)), (10, .abandon(withinMilliseconds: 5_000)),
      (1_000, .tick(laneCount: 1)),
    ])
    #expect(later == [.tell(withinMilliseconds: 500), nil, .stop])
    let operators = run([
      (0, .drain(withinMilliseconds: 60_000)), (10, .abandon(withinMilliseconds: 5_000)),
      (20, .tick(laneCount: 0)),
    ])
    #expect(
      operators == [.tell(withinMilliseconds: 60_000), .tell(withinMilliseconds: 4_500), .stop])
  }

  @Test("without any time it ends at once")
  func atOnce() {
    #expect(run([(0, .terminate(withinMilliseconds: 0))]) == [.stop])
  }

  @Test("who comes while it drains is told the time that is left")
  func left() {
    var machine = DrainMachine()
    #expect(machine.left(now: 0) == nil)
    _ = machine.handle(.drain(withinMilliseconds: 1_000), now: 0)
    #expect(machine.left(now: 400) == 600)
    #expect(machine.left(now: 1_400) == 0)
    _ = machine.handle(.undrain, now: 1_500)
    #expect(machine.left(now: 1_500) == nil)
  }
}
