import Foundation
import Pando

/// Benchmarks that are measured together.
///
/// They are interleaved: one round of each, then the next round of each. So a slow minute of the machine
/// hits all alike, and a ratio is one of figures that were measured within seconds of each other. In each
/// round each is prepared anew, warmed up, measured, and ended, so that nothing runs beside another.
public struct BenchmarkSuite {
  private let benchmarks: [Benchmark]

  /// Makes a suite; each benchmark is best listed behind those that it is compared with.
  public init(_ benchmarks: [Benchmark]) {
    self.benchmarks = benchmarks
  }

  /// Measures what the command line asks for, writes a file if that names one, and prints a table.
  ///
  /// Progress goes to the standard error. `--help` says what the arguments can be.
  ///
  /// - Parameter arguments: The arguments of the program.
  /// - Throws: What a benchmark throws, and a ``BenchmarkError`` for arguments that are in error.
  public func run(
    _ arguments: some Sequence<String> = CommandLine.arguments.dropFirst(),
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let options = try BenchmarkOptions(arguments)
    if options.showsHelp { return try Self.show(BenchmarkOptions.help) }
    let chosen = try Self.choose(options.filters, among: benchmarks)
    if options.listsNames {
      return try Self.show(chosen.map(\.name).joined(separator: "\n"))
    }
    let report = try await Self.measure(chosen, rounds: options.rounds, Self.say)
    // The file first: a run takes long, and whatever becomes of the table, its figures are kept.
    if let path = options.output {
      try report.json().write(toFile: path, atomically: true, encoding: .utf8)
    }
    try Self.show(report.table)
  }

  /// Prints what was asked for. A table that nobody can read is a failure.
  private static func show(_ text: String) throws {
    print(text)
    if let problem = StandardOutput.flush() {
      throw BenchmarkError(StandardOutput.explanation(of: problem))
    }
  }

  /// Returns the benchmarks that the filters name and their bounds, in the order of the suite.
  static func choose(_ filters: [String], among all: [Benchmark]) throws -> [Benchmark] {
    let units = Dictionary(all.map { ($0.name, $0.unit) }) { first, _ in first }
    guard units.count == all.count else {
      throw BenchmarkError("two benchmarks have the same name")
    }
    for benchmark in all {
      for bound in benchmark.bounds {
        guard let unit = units[bound] else {
          throw BenchmarkError(
            "\(benchmark.name) is to be compared with \(bound), which is no benchmark of the suite")
        }
        guard unit == benchmark.unit else {
          throw BenchmarkError(
            """
            \(benchmark.name) is measured in "\(benchmark.unit.rawValue)", and \(bound), which it is to be compared \
            with, in "\(unit.rawValue)": give both one unit
            """)
        }
      }
    }
    if filters.isEmpty { return all }
    let named = all.filter { benchmark in filters.contains { benchmark.name.contains($0) } }
    guard !named.isEmpty else {
      throw BenchmarkError("no benchmark has a name with \(filters.joined(separator: " or "))")
    }
    let chosen = Set(named.flatMap { [$0.name] + $0.bounds })
    return all.filter { chosen.contains($0.name) }
  }

  static func measure(
    _ benchmarks: [Benchmark], rounds: Int, isolation: isolated (any Actor)? = #isolation,
    _ say: (String) -> Void
  ) async throws -> BenchmarkReport {
    let machine = MachineStart()
    var measurements = benchmarks.map(Measurement.init)
    for round in 1...rounds {
      let start = Stopwatch.now
      for index in benchmarks.indices {
        measurements[index].add(try await Self.round(of: benchmarks[index]))
      }
      let seconds = Double(Stopwatch.now - start) / 1e9
      say("round \(round) of \(rounds): \(BenchmarkReport.text(seconds)) s")
    }
    let byName = Dictionary(uniqueKeysWithValues: measurements.map { ($0.name, $0) })
    return BenchmarkReport(
      machine: machine.notes(), build: .ask(), rounds: rounds,
      cases: measurements.map { $0.entry(beside: byName) })
  }

  /// Makes what is measured, measures it, and ends it.
  private static func round(
    of benchmark: Benchmark, isolation: isolated (any Actor)? = #isolation
  ) async throws -> BenchmarkRound {
    let scope = BenchmarkScope()
    do {
      let round = try await BenchmarkScope.$current.withValue(scope) {
        let measure = try await benchmark.prepare()
        if benchmark.warmsUp { _ = try await measure() }
        return try await measure()
      }
      await scope.end()
      return round
    } catch {
      await scope.end()
      throw BenchmarkError("\(benchmark.name): \(error)")
    }
  }

  private static func say(_ line: String) {
    // Where it cannot be written, the measurement goes on.
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
  }
}
