/// A reason why benchmarks could not run.
public struct BenchmarkError: Error, CustomStringConvertible, Sendable {
  /// The reason, for a person.
  public let description: String

  /// Makes an error with a reason.
  public init(_ description: String) {
    self.description = description
  }
}
