import Foundation
import Synchronization
import Testing

@testable import PandoBenchmarking

@Suite struct FigureTests {
  @Test func aMedianHasTheLeastAndTheMostBesideIt() {
    let odd = Spread([3, 1, 2])
    #expect(odd.median == 2 && odd.least == 1 && odd.most == 3)
    #expect(Spread([4, 1, 2, 3]).median == 2.5)
    #expect(Spread([]).median == 0)
  }

  @Test func aQuantileIsALatencyThatWasMeasured() {
    let sorted = (1...100).map(UInt32.init)
    #expect(Measurement.quantile(0.5, of: sorted) == 50)
    #expect(Measurement.quantile(0.99, of: sorted) == 99)
    #expect(Measurement.quantile(0.99, of: [7]) == 7)
    #expect(Measurement.quantile(0.5, of: []) == nil)
  }

  @Test func aFigureIsInItsUnit() {
    let round = BenchmarkRound(
      count: 4, nanoseconds: 2_000_000, bytes: 400, latencies: [900, 100, 300])
    #expect(round.figure(in: .nanoseconds) == 500_000)
    #expect(round.figure(in: .medianNanoseconds) == 300)
    #expect(round.figure(in: .actionsPerSecond) == 2_000)
    #expect(round.figure(in: .filesPerSecond) == 2_000)
    #expect(round.figure(in: .milliseconds) == 2)
    #expect(round.figure(in: .bytes) == 100)
  }

  @Test func processorTimeIsToldByThread() async throws {
    let sender = SenderThread("a-sender")
    // Before the stopwatch starts the thread may not be there yet.
    await sender.run {}
    let stopwatch = Stopwatch()
    await sender.run {
      let end = Stopwatch.now + 30_000_000
      while Stopwatch.now < end {}
    }
    let round = stopwatch.round(1)
    // The thread ends with the object, and what has ended is not seen.
    withExtendedLifetime(sender) {}
    #expect(round.nanoseconds >= 30_000_000)
    let threads = round.processorTime.threads
    let time = try #require(threads["client a-sender"], "of \(threads)")
    #expect(time > 0 && time <= round.processorTime.total)
  }

  @Test func aRoundThatIsTooShortHasNoProcessorTimeOfOthers() async throws {
    let isOn = Mutex(false)
    let isOver = Mutex(false)
    let spinner = SenderThread("a-spinner")
    let spinning = Task {
      await spinner.run {
        isOn.withLock { $0 = true }
        while !isOver.withLock({ $0 }) {}
      }
    }
    while !isOn.withLock({ $0 }) { await Task.yield() }
    let short = Benchmark("short", warmsUp: false) {
      {
        let stopwatch = Stopwatch()
        let end = Stopwatch.now + 100_000
        while Stopwatch.now < end {}
        return stopwatch.round(1)
      }
    }
    let report = try await BenchmarkSuite.measure([short], rounds: 5) { _ in }
    isOver.withLock { $0 = true }
    await spinning.value
    let entry = try #require(report.cases.first)
    // All processors take no more than this; a fifth of what is told may be of something else.
    let most = 1.25 * Double(report.machine.cores) * entry.most
    #expect((entry.cpuTotal ?? 0) <= most, "of \(entry.cpu)")
    #expect(entry.cpuTotal != nil || entry.cpu.isEmpty)
  }

  @Test func aCaseHasTheNotesOfAllItsRounds() async throws {
    var notes: [String?] = ["at 10", "at 20", nil, "at 10"]
    let noted = Benchmark("noted", warmsUp: false) {
      { BenchmarkRound(count: 1, nanoseconds: 1, note: notes.removeFirst()) }
    }
    let plain = Benchmark("plain") { { BenchmarkRound(count: 1, nanoseconds: 1) } }
    let report = try await BenchmarkSuite.measure([noted, plain], rounds: 4) { _ in }
    #expect(report.cases.map(\.note) == ["at 10; at 20", nil])
  }

  @Test func aCaseHasProcessorTimeOrNone() async throws {
    func timed(_ name: String, excess: UInt64) -> Benchmark {
      Benchmark(name) {
        {
          var time = ProcessorTime(threads: ["client main": 1_000, "client pool": 1])
          time.excess = excess
          return BenchmarkRound(count: 2, nanoseconds: 2_000, processorTime: time)
        }
      }
    }
    let report = try await BenchmarkSuite.measure(
      [
        timed("told", excess: 200), timed("not told", excess: 201),
        Benchmark("none") { { BenchmarkRound(count: 1, nanoseconds: 1) } },
      ], rounds: 3
    ) { _ in }
    let read = try JSONDecoder().decode(BenchmarkReport.self, from: Data(report.json().utf8))
    #expect(read.cases.map(\.cpuTotal) == [500.5, nil, nil])
    #expect(read.cases.map(\.cpu) == [["client main": 500], [:], [:]])
  }

  @Test func aTableHasEveryNumberThatThereIs() {
    #expect(BenchmarkReport.text(1_234_567.4) == "1,234,567")
    #expect(BenchmarkReport.text(-123) == "-123")
    #expect(BenchmarkReport.text(-123_456) == "-123,456")
    #expect(BenchmarkReport.text(1e18) == "1,000,000,000,000,000,000")
    #expect(BenchmarkReport.text(1e30) == "1e+30")
    #expect(BenchmarkReport.text(.infinity) == "-" && BenchmarkReport.text(.nan) == "-")
  }

  @Test func aBoundThatIsZeroIsLeftOutOfTheRatios() async throws {
    func constant(_ name: String, _ nanoseconds: UInt64, bounds: [String] = []) -> Benchmark {
      Benchmark(name, bounds: bounds) { { BenchmarkRound(count: 1, nanoseconds: nanoseconds) } }
    }
    // In the second round of three it is too short to be measured.
    var figures: [UInt64] = [50, 0, 50]
    let hasGaps = Benchmark("has gaps", warmsUp: false) {
      { BenchmarkRound(count: 1, nanoseconds: figures.removeFirst()) }
    }
    let report = try await BenchmarkSuite.measure(
      [
        constant("nothing", 0), constant("something", 100), hasGaps,
        constant("first", 200, bounds: ["nothing", "something"]),
        constant("second", 200, bounds: ["has gaps", "nothing"]),
        constant("zeros", 0, bounds: ["nothing"]),
      ], rounds: 3
    ) { _ in }
    let read = try JSONDecoder().decode(BenchmarkReport.self, from: Data(report.json().utf8))
    let entries = Dictionary(uniqueKeysWithValues: read.cases.map { ($0.name, $0) })
    // No other bound takes the place of the one that counts.
    #expect(entries["first"]?.bound == nil)
    #expect(entries["first"]?.otherBounds.map(\.name) == ["something"])
    #expect(entries["second"]?.bound?.ratio == Spread([4, 4]))
    #expect(entries["second"]?.otherBounds.isEmpty == true)
    #expect(entries["zeros"]?.bound == nil)
    #expect(report.table.split(separator: "\n").count == 7)
  }

  @Test func aReportIsReadBackAsItWasWritten() async throws {
    let bound = Benchmark("bound") { { BenchmarkRound(count: 1, nanoseconds: 50) } }
    let other = Benchmark("other", bounds: ["bound"]) {
      { BenchmarkRound(count: 1, nanoseconds: 123_456, latencies: [10, 20, 30]) }
    }
    let report = try await BenchmarkSuite.measure([bound, other], rounds: 2) { _ in }
    let read = try JSONDecoder().decode(BenchmarkReport.self, from: Data(report.json().utf8))
    #expect(read.cases.map(\.name) == ["bound", "other"])
    #expect(read.cases.last?.median == 123_456 && read.cases.last?.p50 == 20)
    #expect(read.cases.last?.bound?.figure == 50)
    #expect(read.machine.cores > 0 && read.rounds == 2)
  }
}
