/// Something that is measured, round by round, beside others.
///
/// ```swift
/// Benchmark("sorting/1000") {
///   let numbers = (0..<1_000).shuffled()
///   return { .timing(200) { _ in precondition(numbers.sorted().first == 0) } }
/// }
/// ```
public struct Benchmark {
  /// Measures one round. It is called once more, before the first round, to warm up.
  public typealias Measure = () async throws -> BenchmarkRound

  /// The name, in parts that go from the general to the special: `hosted/ipc/window-1`.
  public let name: String

  /// The unit of the figure.
  public let unit: BenchmarkUnit

  /// The names of benchmarks that this one is compared with, in the same round each. The first is the one
  /// that counts.
  public let bounds: [String]

  /// Makes what is measured, which stays until the program ends.
  let prepare: () async throws -> Measure

  /// Makes a benchmark.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - unit: The unit of its figure.
  ///   - bounds: The names of benchmarks that it is compared with.
  ///   - prepare: Makes what is measured, and returns what measures one round of it.
  public init(
    _ name: String, unit: BenchmarkUnit = .nanoseconds, bounds: [String] = [],
    prepare: @escaping () async throws -> Measure
  ) {
    self.name = name
    self.unit = unit
    self.bounds = bounds
    self.prepare = prepare
  }
}
