public import FoundationEssentials
import Synchronization

/// Makes identities: random ones, or those that a test can foresee.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Makes what `generate` returns.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// A new generator that makes `UUID(0)`, `UUID(1)` and so on, in the order of the calls.
  public static var incrementing: UUIDGenerator {
    let counter = Counter()
    return UUIDGenerator { UUID(counter.next()) }
  }

  /// Makes the same identity always.
  public static func constant(_ uuid: UUID) -> UUIDGenerator {
    UUIDGenerator { uuid }
  }

  /// A new identity.
  public func callAsFunction() -> UUID {
    generate()
  }

  private final class Counter: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
  }
}

extension UUID {
  /// The identity that ends in the eight bytes of a number, after zeros: `UUID(-1)` ends in 16 times `F`.
  public init(_ intValue: Int) {
    func byte(_ place: Int) -> UInt8 { UInt8(truncatingIfNeeded: intValue >> (8 * place)) }
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, 0,
        byte(7), byte(6), byte(5), byte(4), byte(3), byte(2), byte(1), byte(0)
      ))
  }
}
