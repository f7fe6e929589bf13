import PandoHosting
import Testing

@Suite("The processor time of a worker")
struct ProcessorMeterTests {
  /// Looks at a worker in turn: what it used since the look before, and the steps that it made. In milliseconds; the limit is
  /// one second.
  private func looks(_ changes: [(used: Int, steps: Int)], every period: Int = 250) -> [Int?] {
    var meter = ProcessorMeter(limit: 1_000_000)
    var (used, steps) = (90_000_000, UInt64(7))
    return changes.enumerated().map { index, change in
      used += change.used * 1_000
      steps += UInt64(change.steps)
      return meter.look(used: used, stepCount: steps, now: 5_000_000 + 1_000 * period * index)
        .map { $0 / 1_000 }
    }
  }

  @Test("counts from the last step")
  func steps() {
    #expect(looks(Array(repeating: (250, 0), count: 6)) == [nil, nil, nil, nil, nil, 1_250])
    #expect(
      looks([(250, 0), (250, 0), (250, 0), (250, 0), (250, 1), (250, 0), (250, 0)])
        == Array(repeating: nil, count: 7))
    #expect(looks(Array(repeating: (250, 1), count: 100)).allSatisfy { $0 == nil })
  }

  @Test("counts however often one looks, with other threads on the processor in between")
  func often() {
    for period in [1, 3, 20] {
      let half = (0..<(4_000 / period)).map { (used: $0 % 2 * period, steps: 0) }
      let first = looks(half, every: period).firstIndex { $0 != nil }
      #expect(first.map { (1_900...2_200).contains($0 * period) } == true, "\(period)")
    }
  }

  @Test("counts what is taken on a machine with little time for it")
  func loaded() {
    // Four in a hundred of a processor: more than a second of it takes half a minute.
    let looks = looks(Array(repeating: (10, 0), count: 102))
    #expect(looks.dropLast().allSatisfy { $0 == nil })
    #expect(looks.last == 1_010)
  }

  @Test("forgets what a worker took before it rested")
  func rests() {
    #expect(looks(Array(repeating: (1, 0), count: 5_000)).allSatisfy { $0 == nil })
    let work = Array(repeating: (used: 250, steps: 0), count: 4)
    #expect(looks(work + [(0, 0)] + work).allSatisfy { $0 == nil })
    #expect(looks(work + [(2, 0)] + work).contains { $0 != nil })
  }

  @Test("says so until the worker has gone")
  func again() {
    #expect(looks(Array(repeating: (600, 0), count: 4)) == [nil, nil, 1_200, 1_800])
  }
}
