import Pando
import Synchronization
import Testing

@testable import PandoBenchmarking

@Suite struct SuiteTests {
  @Test func roundsOfAllBenchmarksAreInterleaved() async throws {
    let log = Mutex<[String]>([])
    let benchmarks = ["one", "two", "three"].map { name in
      Benchmark(name) {
        log.withLock { $0.append("prepare \(name)") }
        Benchmark.afterwards { log.withLock { $0.append("end \(name)") } }
        return {
          log.withLock { $0.append(name) }
          return BenchmarkRound(count: 1, nanoseconds: 1)
        }
      }
    }
    _ = try await BenchmarkSuite.measure(benchmarks, rounds: 2) { _ in }
    let round = ["one", "two", "three"].flatMap { ["prepare \($0)", $0, $0, "end \($0)"] }
    #expect(log.withLock { $0 } == round + round)
  }

  @Test func aRatioIsTheMedianOfThoseOfTheRounds() async throws {
    // The machine is ten times slower in the second round.
    var slowness: [UInt64] = [1, 10, 1]
    var nanoseconds: UInt64 = 0
    let bound = Benchmark("bound", warmsUp: false) {
      {
        nanoseconds = 100 * slowness.removeFirst()
        return BenchmarkRound(count: 1, nanoseconds: nanoseconds)
      }
    }
    let other = Benchmark("other", bounds: ["bound"]) {
      { BenchmarkRound(count: 1, nanoseconds: nanoseconds * 3) }
    }
    let report = try await BenchmarkSuite.measure([bound, other], rounds: 3) { _ in }
    let entry = try #require(report.cases.last)
    #expect(entry.median == 300 && entry.least == 300 && entry.most == 3_000)
    let comparison = try #require(entry.bound)
    #expect(comparison.name == "bound" && comparison.figure == 100)
    #expect(comparison.ratio == Spread([3]))
  }

  @Test func whatABenchmarkMadeEndsWhereItThrows() async {
    let hasEnded = Mutex(false)
    let benchmark = Benchmark("one") {
      Benchmark.afterwards { hasEnded.withLock { $0 = true } }
      throw BenchmarkError("it does not work")
    }
    await #expect(throws: BenchmarkError.self) {
      try await BenchmarkSuite.measure([benchmark], rounds: 1) { _ in }
    }
    #expect(hasEnded.withLock { $0 })
  }

  @Test func aFilterTakesAlongWhatABenchmarkIsComparedWith() throws {
    let all = ["bare", "local", "hosted"].map { name in
      Benchmark(name, bounds: name == "hosted" ? ["bare"] : []) { { BenchmarkRound(count: 1) } }
    }
    #expect(try BenchmarkSuite.choose([], among: all).map(\.name) == ["bare", "local", "hosted"])
    #expect(try BenchmarkSuite.choose(["host"], among: all).map(\.name) == ["bare", "hosted"])
    #expect(throws: BenchmarkError.self) { try BenchmarkSuite.choose(["nothing"], among: all) }
  }

  @Test func aBoundThatIsNoBenchmarkIsAnError() {
    let benchmark = Benchmark("one", bounds: ["two"]) { { BenchmarkRound(count: 1) } }
    #expect(throws: BenchmarkError.self) { try BenchmarkSuite.choose([], among: [benchmark]) }
  }

  @Test func aBoundOfAnotherUnitIsAnError() throws {
    let bound = Benchmark("bound", unit: .actionsPerSecond) { { BenchmarkRound(count: 1) } }
    let time = Benchmark("time", bounds: ["bound"]) { { BenchmarkRound(count: 1) } }
    let error = #expect(throws: BenchmarkError.self) {
      try BenchmarkSuite.choose([], among: [bound, time])
    }
    #expect(
      error?.description == """
        time is measured in "ns", and bound, which it is to be compared with, in "actions/s": give both one unit
        """)
    let rate = Benchmark("rate", unit: .actionsPerSecond, bounds: ["bound"]) {
      { BenchmarkRound(count: 1) }
    }
    #expect(try BenchmarkSuite.choose([], among: [bound, rate]).count == 2)
  }

  @Test func argumentsAreRead() throws {
    let options = try BenchmarkOptions(["--rounds", "3", "hosted", "--output", "a.json", "local"])
    #expect(options.rounds == 3 && options.output == "a.json")
    #expect(options.filters == ["hosted", "local"])
    #expect(try BenchmarkOptions([]).rounds == 10)
    #expect(throws: BenchmarkError.self) { try BenchmarkOptions(["--rounds", "none"]) }
    #expect(throws: BenchmarkError.self) { try BenchmarkOptions(["--round", "3"]) }
  }
}
