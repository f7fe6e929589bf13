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

  @Test("a duration is counted in the first bucket that is no shorter")
  func buckets() {
    let bounds = DurationHistogram.boundNanoseconds
    #expect(bounds.first == 1_000 && bounds.last == 10_000_000_000)
    #expect(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 })
    for (index, bound) in bounds.enumerated() {
      var histogram = DurationHistogram()
      histogram.add(nanoseconds: bound, weight: 3)
      histogram.add(nanoseconds: bound + 1)
      #expect(histogram.counts[index] == 3 && histogram.counts[index + 1] == 1)
      #expect(histogram.counts.reduce(0, +) == 4)
    }
  }

  @Test("what is too long for every bucket is in the last, and nothing is in the first")
  func extremes() {
    var histogram = DurationHistogram()
    histogram.add(nanoseconds: .max)
    histogram.add(nanoseconds: 0)
    #expect(histogram.counts.last == 1 && histogram.counts.first == 1)
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

  @Test("sums and buckets are of all the time")
  func sums() {
    let clock = Clock()
    let times = clock.times.times(of: "F")
    func add(_ nanoseconds: UInt64, weight: UInt64) {
      let start = times.now
      clock.advance(nanoseconds: nanoseconds)
      times.add(since: start, now: times.now, weight: weight)
    }
    add(1_000_000, weight: 1)
    clock.advance(nanoseconds: 90_000_000_000)
    add(1_000, weight: 2)
    var expected = DurationHistogram()
    expected.add(nanoseconds: 1_000_000)
    expected.add(nanoseconds: 1_000, weight: 2)
    #expect(times.figures.histogram == expected)
    #expect(times.figures.actionCount == 3)
    #expect(times.figures.seconds == 0.001_002)
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
