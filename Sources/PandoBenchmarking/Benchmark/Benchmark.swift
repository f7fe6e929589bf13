/// Something that is measured, round by round, beside others.
///
/// ```swift
/// Benchmark("sorting/1000") {
///   let numbers = (0..<1_000).shuffled()
///   return { .timing(200) { _ in precondition(numbers.sorted().first == 0) } }
/// }
/// ```
public struct Benchmark {
  /// Measures one round. It is called once before, to warm up.
  public typealias Measure = () async throws -> BenchmarkRound

  /// The name, in parts that go from the general to the special: `hosted/ipc/window-1`.
  public let name: String

  /// The unit of the figure.
  public let unit: BenchmarkUnit

  /// The names of benchmarks of the same unit that this one is compared with, in the same round each. The first is
  /// the one that counts.
  public let bounds: [String]

  /// Makes what is measured, anew for each round.
  let prepare: () async throws -> Measure

  /// True if a round is measured once before, for nothing.
  let warmsUp: Bool

  /// Makes a benchmark.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - unit: The unit of its figure.
  ///   - bounds: The names of benchmarks of the same unit that it is compared with.
  ///   - warmsUp: Says whether to measure once for nothing, before each round.
  ///   - prepare: Makes what is measured, anew for each round, and returns what measures it. Stores with
  ///     workers are stopped by ``afterwards(_:)``.
  public init(
    _ name: String, unit: BenchmarkUnit = .nanoseconds, bounds: [String] = [], warmsUp: Bool = true,
    prepare: @escaping () async throws -> Measure
  ) {
    self.name = name
    self.unit = unit
    self.bounds = bounds
    self.warmsUp = warmsUp
    self.prepare = prepare
  }
}
