import Synchronization
import Testing

@testable import Pando

@Suite("Times of reducers")
struct ReduceTimesTests {
  /// A clock that a test sets.
  private final class Clock: Sendable {
    let now = Atomic<UInt64>(1_000)

    var times: ReduceTimes { ReduceTimes { self.now.load(ordering: .relaxed) } }

    func advance(nanoseconds: UInt64) { now.add(nanoseconds, ordering: .relaxed) }
  }

  // MARK: - Histogram

  @Test("a quantile is true to an eighth, over twelve orders of magnitude")
  func precision() {
    var value: UInt64 = 1
    while value < 1_000_000_000_000 {
      var histogram = DurationHistogram()
      histogram.add(nanoseconds: value)
      let found = histogram.quantile(0.5) ?? 0
      #expect(found <= value + value / 8 && found >= value - value / 8, "\(found) for \(value)")
      value += value / 7 + 1
    }
  }

  @Test(
    "a quantile is what so many do not exceed",
    arguments: [(0.0, 100), (0.5, 100), (0.9, 100), (0.91, 100_000), (0.99, 100_000), (1, 100_000)])
  func quantiles(part: Double, value: UInt64) throws {
    var histogram = DurationHistogram()
    histogram.add(nanoseconds: 100, weight: 90)
    histogram.add(nanoseconds: 100_000, weight: 10)
    #expect(histogram.count == 100)
    var alone = DurationHistogram()
    alone.add(nanoseconds: value)
    #expect(histogram.quantile(part) == alone.quantile(0.5))
  }

  @Test("there is no quantile of nothing, and what is too long is counted as the longest")
  func extremes() {
    var histogram = DurationHistogram()
    #expect(histogram.quantile(0.5) == nil)
    histogram.add(nanoseconds: .max)
    histogram.add(nanoseconds: 0)
    #expect(histogram.quantile(0.5) == 0)
    #expect((histogram.quantile(1) ?? 0) > 1_000_000_000_000)
  }

  // MARK: - Sampling

  @Test("of quick reducers one of 64 is picked, and stands for the others")
  func quick() {
    let clock = Clock()
    let times = clock.times.times(of: "F")
    var sampler = ReduceSampler(times)
    var picked: [Int] = []
    for number in 0..<1_000 {
      let start = sampler.begin()
      clock.advance(nanoseconds: 100)
      guard let start else { continue }
      picked.append(number)
      sampler.end(start)
    }
    #expect(picked == [0] + Array(stride(from: 64, to: 1_000, by: 64)))
    #expect(times.figures.actionCount == 1 + 15 * 64)
    #expect(times.figures.seconds == Double(1 + 15 * 64) * 100 / 1e9)
  }

  @Test("behind a slow reducer each is picked, until one is quick")
  func slow() {
    let clock = Clock()
    let times = clock.times.times(of: "F")
    var sampler = ReduceSampler(times)
    var picked = 0
    for number in 0..<100 {
      let start = sampler.begin()
      clock.advance(nanoseconds: number < 50 ? ReduceSampler.slowNanoseconds : 1)
      guard let start else { continue }
      picked += 1
      sampler.end(start)
    }
    #expect(picked == 51)
    #expect(times.figures.actionCount == 51)
  }

  @Test("where nobody asks for times, none is picked")
  func off() {
    var sampler = ReduceSampler(nil)
    #expect((0..<1_000).allSatisfy { _ in sampler.begin() == nil })
  }

  // MARK: - Time

  @Test("quantiles are of the last half minute to minute, sums of all the time")
  func turns() throws {
    let clock = Clock()
    let times = clock.times.times(of: "F")
    func add(_ nanoseconds: UInt64) {
      let start = times.now
      clock.advance(nanoseconds: nanoseconds)
      times.add(since: start, now: times.now, weight: 1)
    }
    add(1_000_000)
    let slow = try #require(times.figures.median)
    #expect((0.000_8...0.001_2).contains(slow))
    clock.advance(nanoseconds: 31_000_000_000)
    #expect(times.figures.median == slow)
    add(1_000)
    #expect(try #require(times.figures.median) < 0.000_01)
    #expect(times.figures.percentile99 == slow)
    clock.advance(nanoseconds: 30_000_000_000)
    #expect(try #require(times.figures.percentile99) < 0.000_01)
    clock.advance(nanoseconds: 90_000_000_000)
    #expect(times.figures.median == nil)
    #expect(times.figures.actionCount == 2)
    #expect(times.figures.seconds == 0.001_001)
  }

  @Test("each feature has times of its own, and they come by name")
  func features() {
    let times = Clock().times
    times.times(of: "B").add(since: 0, now: 5, weight: 1)
    times.times(of: "A").add(since: 0, now: 5, weight: 2)
    times.times(of: "B").add(since: 0, now: 5, weight: 1)
    #expect(times.all.map(\.feature) == ["A", "B"])
    #expect(times.all.map(\.times.figures.actionCount) == [2, 2])
  }
}
