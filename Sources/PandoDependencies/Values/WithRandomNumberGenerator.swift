import Synchronization

/// Lends a random number generator: the system's, or one that a test can foresee.
///
/// ```swift
/// let face = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
/// ```
public struct WithRandomNumberGenerator: Sendable {
  private let source: Source

  /// Lends `generator`; copies of this value share it.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    source = Source(generator)
  }

  /// Runs `operation` with the generator, which others may draw from meanwhile.
  public func callAsFunction<Result>(
    _ operation: (inout any RandomNumberGenerator & Sendable) throws -> Result
  ) rethrows -> Result {
    var generator: any RandomNumberGenerator & Sendable = Draw(source: source)
    return try operation(&generator)
  }

  private struct Draw: RandomNumberGenerator, Sendable {
    let source: Source

    func next() -> UInt64 { source.next() }
  }

  private final class Source: Sendable {
    private let generator: Mutex<any RandomNumberGenerator & Sendable>

    init(_ generator: any RandomNumberGenerator & Sendable) {
      self.generator = Mutex(generator)
    }

    func next() -> UInt64 { generator.withLock { $0.next() } }
  }
}
