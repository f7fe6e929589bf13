import Testing

@testable import PandoHosting

@Suite("The election of a leader")
struct ElectionMachineTests {
  typealias Event = ElectionMachine.Event
  typealias Directive = ElectionMachine.Directive

  /// Checks the directives that follow from events, one after the other.
  private func expect(
    _ steps: [(at: Int, event: Event, directives: [Directive])],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> ElectionMachine {
    var machine = ElectionMachine()
    for (index, step) in steps.enumerated() {
      let directives = machine.handle(step.event, atMilliseconds: step.at)
      #expect(
        directives == step.directives, "step \(index), \(step.event)",
        sourceLocation: sourceLocation)
    }
    return machine
  }

  /// The steps to a leader of term 9 with lease 5, whose lease ends at 2,000.
  private let victory: [(at: Int, event: Event, directives: [Directive])] = [
    (0, .tick, [.open]),
    (0, .saw(nil, revision: 8), []),
    (10, .opened(lease: 5, lifeMilliseconds: 2_000, askedAt: 0), [.campaign(lease: 5)]),
    (20, .won(lease: 5, term: 9), [.lead(term: 9)]),
  ]

  @Test("a session is opened, and with it the campaign begins")
  func victoryAtOnce() {
    let machine = expect(victory)
    #expect(machine.term(atMilliseconds: 20) == 9)
    #expect(machine.term(atMilliseconds: 1_999) == 9)
    #expect(machine.term(atMilliseconds: 2_000) == nil)
  }

  @Test("a lease is renewed at a quarter of its life, once at a time, and counts from the question")
  func renewal() {
    let machine = expect(
      victory + [
        (499, .tick, []),
        (500, .tick, [.renew(lease: 5)]),
        (900, .tick, []),
        (1_000, .renewalFailed(lease: 5), []),
        (1_100, .tick, []),
        (1_200, .tick, [.renew(lease: 5)]),
        (1_500, .renewed(lease: 5, askedAt: 1_200), []),
        (1_699, .tick, []),
        (1_700, .tick, [.renew(lease: 5)]),
      ])
    #expect(machine.term(atMilliseconds: 3_199) == 9)
    #expect(machine.term(atMilliseconds: 3_200) == nil)
  }

  @Test("who could not renew its lease in time stands down by itself, and opens another")
  func overdue() {
    let machine = expect(
      victory + [
        (500, .tick, [.renew(lease: 5)]),
        (2_000, .tick, [.standDown(term: 9), .open]),
        // Too late: that lease may be over.
        (2_001, .renewed(lease: 5, askedAt: 500), []),
        (2_002, .refused(term: 9), []),
      ])
    #expect(machine.state == .opening)
  }

  @Test("who loses waits until the leader is gone")
  func defeat() {
    _ = expect([
      (0, .tick, [.open]),
      (10, .opened(lease: 6, lifeMilliseconds: 2_000, askedAt: 0), [.campaign(lease: 6)]),
      (20, .lost(lease: 6, revision: 9), []),
      (300, .tick, []),
      (400, .saw(.init(term: 9, lease: 5), revision: 9), []),
      (410, .saw(nil, revision: 12), [.campaign(lease: 6)]),
      (420, .won(lease: 6, term: 13), [.lead(term: 13)]),
    ])
  }

  @Test("a defeat that is heard of after the victor's end is tried again")
  func lateDefeat() {
    _ = expect([
      (0, .tick, [.open]),
      (10, .opened(lease: 6, lifeMilliseconds: 2_000, askedAt: 0), [.campaign(lease: 6)]),
      (20, .saw(nil, revision: 12), []),
      (30, .lost(lease: 6, revision: 9), []),
      (200, .tick, []),
      (230, .tick, [.campaign(lease: 6)]),
    ])
  }

  @Test("a victory whose answer was lost is seen")
  func lostAnswer() {
    let machine = expect([
      (0, .tick, [.open]),
      (10, .opened(lease: 6, lifeMilliseconds: 2_000, askedAt: 0), [.campaign(lease: 6)]),
      (20, .campaignFailed(lease: 6), []),
      (30, .saw(.init(term: 9, lease: 6), revision: 9), [.lead(term: 9)]),
      (40, .won(lease: 6, term: 9), []),
    ])
    #expect(machine.term(atMilliseconds: 40) == 9)
  }

  @Test("news that is older than the victory is none")
  func oldNews() {
    let machine = expect(
      victory + [
        (30, .saw(nil, revision: 8), []),
        (40, .saw(.init(term: 9, lease: 5), revision: 9), []),
        (50, .saw(.init(term: 9, lease: 5), revision: 30), []),
        (60, .saw(nil, revision: 20), []),
      ])
    #expect(machine.term(atMilliseconds: 60) == 9)
  }

  @Test("a leader that sees another one, or whose write is refused, stands down")
  func deposed() {
    _ = expect(
      victory + [(30, .saw(.init(term: 12, lease: 7), revision: 12), [.standDown(term: 9)])])
    _ = expect(
      victory + [
        (300, .saw(nil, revision: 12), [.standDown(term: 9), .campaign(lease: 5)])
      ])
    _ = expect(
      victory + [
        (300, .refused(term: 8), []),
        (300, .refused(term: 9), [.standDown(term: 9), .campaign(lease: 5)]),
      ])
  }

  @Test("a lease that the registry does not know is replaced by another")
  func expired() {
    _ = expect(
      victory + [
        (30, .expired(lease: 4), []),
        (40, .expired(lease: 5), [.standDown(term: 9), .open]),
        (50, .openFailed, []),
        (249, .tick, []),
        (250, .tick, [.open]),
        (3_000, .opened(lease: 8, lifeMilliseconds: 2_000, askedAt: 250), [.open]),
      ])
  }

  @Test("at the end the lease is given back, and one that comes later as well")
  func stop() {
    _ = expect(victory + [(30, .stop, [.standDown(term: 9), .close(lease: 5)]), (40, .tick, [])])
    _ = expect([
      (0, .tick, [.open]), (1, .stop, []),
      (2, .opened(lease: 5, lifeMilliseconds: 2_000, askedAt: 0), [.close(lease: 5)]),
      (3, .won(lease: 5, term: 1), []),
    ])
  }
}
