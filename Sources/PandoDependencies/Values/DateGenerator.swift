public import FoundationEssentials

/// Makes dates: the current one, or what a test says that it is.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Makes what `generate` returns.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// Makes the same date always.
  public static func constant(_ now: Date) -> DateGenerator {
    DateGenerator { now }
  }

  /// The date now. Setting it stops time.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// The date now.
  public func callAsFunction() -> Date {
    generate()
  }
}
