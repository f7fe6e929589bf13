import PandoHosting
import Testing

@testable import PandoCluster

@Suite("The processor time of a worker that others use")
struct ConfinedMeterTests {
  private static let limit = 1_000_000

  private func report(
    _ actions: UInt64, at time: Int, isWorking: Bool = true, effects: Int = 0
  ) -> ConfinedReport {
    ConfinedReport(
      load: .none,
      steps: .init(actions: actions, rewrites: 0, effects: effects, lanes: 1),
      isWorking: isWorking, countedAt: time, problem: nil, drainLeft: nil)
  }

  @Test("is too much where one action takes it, and counts from the answer that showed the last")
  func action() {
    var meter = ConfinedMeter(limit: Self.limit)
    #expect(meter.ask(used: 5_000_000, now: 1_000) == nil)
    #expect(meter.hear(report(1, at: 1_100), used: 5_100_000) == nil)
    #expect(meter.ask(used: 5_900_000, now: 2_000) == nil)
    #expect(meter.hear(report(1, at: 2_100), used: 6_000_000) == nil)
    #expect(meter.ask(used: 6_100_001, now: 2_500) == nil)
    #expect(meter.hear(report(1, at: 2_600), used: 6_200_000) == 1_000_001)
  }

  @Test(
    "is not too much where actions, effects or nothing went on",
    arguments: [(true, 1, 0), (true, 0, 1), (false, 0, 0)])
  func steps(_ isWorking: Bool, _ actions: UInt64, _ effects: Int) {
    var meter = ConfinedMeter(limit: Self.limit)
    for look in 0..<50 {
      #expect(meter.ask(used: look * 900_000, now: look * 500) == nil)
      let report = report(
        UInt64(look) * actions, at: look * 500 + 100, isWorking: isWorking,
        effects: look % 2 * effects)
      #expect(meter.hear(report, used: look * 900_000 + 1_000) == nil)
    }
  }

  @Test("is not judged by steps that were counted before it was looked at")
  func late() {
    var meter = ConfinedMeter(limit: Self.limit)
    _ = meter.ask(used: 0, now: 1_000)
    _ = meter.hear(report(1, at: 1_000), used: 0)
    // A burst of quick actions, of which the worker has not counted the first yet.
    #expect(meter.ask(used: 2_000_000, now: 1_500) == nil)
    #expect(meter.hear(report(1, at: 1_499), used: 2_100_000) == nil)
    #expect(meter.ask(used: 2_300_000, now: 1_750) == nil)
    #expect(meter.hear(report(900, at: 2_000), used: 2_500_000) == nil)
  }

  @Test("is judged without an answer where there is none for long, and not of a worker that rests")
  func silent() {
    var meter = ConfinedMeter(limit: Self.limit)
    _ = meter.ask(used: 0, now: 0)
    #expect(meter.ask(used: 9_000_000, now: ConfinedMeter.silenceMilliseconds) == nil)
    #expect(meter.ask(used: Self.limit, now: ConfinedMeter.silenceMilliseconds + 1) == nil)
    #expect(
      meter.ask(used: Self.limit + 1, now: ConfinedMeter.silenceMilliseconds + 1)
        == Self.limit + 1)
  }
}
