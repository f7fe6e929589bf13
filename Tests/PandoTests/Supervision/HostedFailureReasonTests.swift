import PandoHosting
import Testing

@testable import Pando

@Suite("Why an action of a hosted feature was not reduced")
struct HostedFailureReasonTests {
  /// Returns the record of an action after workers have ended, or refused it.
  private func record(after events: [LaneEvent]) -> TrialRecord {
    var machine = LaneMachine(base: [0], window: 1)
    var directives: [LaneDirective] = []
    machine.handle(.accept(HostedAction(bytes: [1]), at: nil), &directives)
    for event in events {
      machine.handle(.placed, &directives)
      machine.handle(event, &directives)
    }
    return machine.headRecord
  }

  @Test("is that nobody was there where workers ended before, and not often enough to blame it")
  func nobodyThere() {
    let record = record(after: [.lost(.died)])
    #expect(HostedFailureReason(record, refusal: "none came") == .unhosted("none came"))
  }

  @Test("is the refusal of the workers that were there")
  func refused() {
    let record = record(after: [.failed, .failed])
    #expect(HostedFailureReason(record, refusal: "not mine") == .unhosted("not mine"))
  }

  @Test("is what it did to its workers once it is condemned, whoever refused it before")
  func condemned() {
    let deaths = Array(repeating: LaneEvent.lost(.died), count: 3)
    #expect(HostedFailureReason(record(after: deaths), refusal: "not mine") == .crashed(deaths: 3))
    let hangs = record(after: [.hung, .hung])
    #expect(HostedFailureReason(hangs, refusal: nil) == .hung(deaths: 2))
  }

  @Test("is that others killed its workers only where most of the ends that count were so")
  func killed() {
    let kill = LaneEvent.lost(.killed)
    let kills = record(after: Array(repeating: kill, count: 8))
    #expect(kills.isCondemned)
    #expect(HostedFailureReason(kills, refusal: nil) == .killed(deaths: 8))
    let crash = LaneEvent.crashed(.first, nil)
    let crashes = record(after: [kill, kill, kill, crash, crash])
    #expect(crashes.isCondemned)
    #expect(HostedFailureReason(crashes, refusal: nil) == .crashed(deaths: 2))
    let refusals = record(after: [.failed, .failed])
    #expect(HostedFailureReason(refusals, refusal: nil) == .crashed(deaths: 0))
  }
}
