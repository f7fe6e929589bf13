import Synchronization

/// A number for the structure of a type: two builds that agree on it encode and decode the type
/// alike.
///
/// It covers the name of the type without its module and enclosing types, the names and types of its stored properties or
/// cases in order, those of every type inside, generic arguments, and superclasses, whether a type is ``WireCodable``, and
/// which cases and properties such a type lists as encoded, in their order. The version of the format counts too. Types of
/// the standard library and of Foundation count by name. It does not depend on the process, on memory layout, or on
/// optimization.
///
/// It does not see what only code knows: raw values, names in `CodingKeys`, what a hand-written
/// `encode(to:)` does. Where a build leaves out reflection metadata, a type counts by its qualified
/// name.
public struct SchemaFingerprint: RawRepresentable, Hashable, Codable, Sendable {
  /// The number itself.
  public let rawValue: UInt64

  /// A fingerprint that was received or stored.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The fingerprint of a type, found once per process.
  public init<Value>(of type: Value.Type) {
    self.init(ofAny: type)
  }

  init(ofAny type: Any.Type) {
    let known = Self.known.withLock { $0[ObjectIdentifier(type)] }
    if let known {
      self = known
      return
    }
    var walk = SchemaWalk(formatVersion: Self.formatVersion)
    walk.visit(type)
    self.init(rawValue: walk.hash.value)
    let new = self
    Self.known.withLock { $0[ObjectIdentifier(type)] = new }
  }

  /// The version of the bytes of values. It grows with every change that the other side could not read: builds before
  /// and after one have other fingerprints for all types.
  private static let formatVersion: UInt64 = 2

  private static let known = Mutex<[ObjectIdentifier: SchemaFingerprint]>([:])
}

extension SchemaFingerprint: CustomStringConvertible {
  /// The number as 16 hexadecimal digits.
  public var description: String { rawValue.hexadecimal }
}

extension UInt64 {
  /// The number as 16 hexadecimal digits.
  package var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
