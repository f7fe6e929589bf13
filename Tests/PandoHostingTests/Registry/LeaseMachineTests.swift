import Testing

@testable import PandoHosting

@Suite("The lease of a coordinator")
struct LeaseMachineTests {
  typealias Event = LeaseMachine.Event
  typealias Directive = LeaseMachine.Directive

  /// Checks the directives that follow from events, one after the other.
  private func expect(
    _ steps: [(at: Int, event: Event, directive: Directive?)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> LeaseMachine {
    var machine = LeaseMachine()
    for (index, step) in steps.enumerated() {
      let directive = machine.handle(step.event, atMilliseconds: step.at)
      #expect(
        directive == step.directive, "step \(index), \(step.event)",
        sourceLocation: sourceLocation)
    }
    return machine
  }

  /// The steps to lease 5, which ends at 2,000.
  private let beginning: [(at: Int, event: Event, directive: Directive?)] = [
    (0, .tick, .open),
    (5, .tick, nil),
    (10, .opened(lease: 5, lifeMilliseconds: 2_000, askedAt: 0), nil),
  ]

  @Test("is there until it may be over")
  func life() {
    let machine = expect(beginning)
    #expect(machine.lease(atMilliseconds: 20) == 5)
    #expect(machine.lease(atMilliseconds: 1_999) == 5)
    #expect(machine.lease(atMilliseconds: 2_000) == nil)
  }

  @Test("is renewed at a quarter of its life, once at a time, and counts from the question")
  func renewal() {
    let machine = expect(
      beginning + [
        (499, .tick, nil),
        (500, .tick, .renew(lease: 5)),
        (900, .tick, nil),
        (1_000, .renewalFailed(lease: 5), nil),
        (1_100, .tick, nil),
        (1_200, .tick, .renew(lease: 5)),
        (1_500, .renewed(lease: 5, askedAt: 1_200), nil),
        (1_699, .tick, nil),
        (1_700, .tick, .renew(lease: 5)),
      ])
    #expect(machine.lease(atMilliseconds: 3_199) == 5)
    #expect(machine.lease(atMilliseconds: 3_200) == nil)
  }

  @Test("that could not be renewed in time is replaced by another")
  func overdue() {
    let machine = expect(
      beginning + [
        (500, .tick, .renew(lease: 5)),
        (2_000, .tick, .open),
        // Too late: that lease may be over.
        (2_001, .renewed(lease: 5, askedAt: 500), nil),
      ])
    #expect(machine.state == .opening)
  }

  @Test("that the registry does not know is replaced by another")
  func expired() {
    _ = expect(
      beginning + [
        (30, .expired(lease: 4), nil),
        (40, .expired(lease: 5), .open),
        (50, .openFailed, nil),
        (249, .tick, nil),
        (250, .tick, .open),
        (3_000, .opened(lease: 8, lifeMilliseconds: 2_000, askedAt: 250), .open),
      ])
  }

  @Test("is given back at the end, and so is one that comes later")
  func stop() {
    _ = expect(beginning + [(30, .stop, .close(lease: 5)), (40, .tick, nil)])
    _ = expect([
      (0, .tick, .open), (1, .stop, nil),
      (2, .opened(lease: 5, lifeMilliseconds: 2_000, askedAt: 0), .close(lease: 5)),
      (3, .renewed(lease: 5, askedAt: 0), nil),
    ])
  }
}
