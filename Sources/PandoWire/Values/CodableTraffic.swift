import Synchronization

/// Counts the bytes of a type's values that were coded by `Codable` alone, in both directions. It is next to nothing
/// beside what coding them took.
final class CodableTraffic: Sendable {
  private let bytes = Atomic<Int>(0)

  var byteCount: Int { bytes.load(ordering: .relaxed) }

  func add(_ count: Int) { bytes.wrappingAdd(count, ordering: .relaxed) }
}

/// Returns how many bytes of a type's values `Codable` alone has encoded and decoded in this process; zero for a type
/// with a derived coding.
package func codableByteCount(of type: Any.Type) -> Int {
  TypePlan.of(type).pointee.traffic?.byteCount ?? 0
}
