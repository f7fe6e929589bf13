/// Any value that can be hashed and sent, as one type: an `AnyHashable` that is `Sendable`.
public struct AnyHashableSendable: Hashable, Sendable {
  /// The value.
  public let base: any Hashable & Sendable

  /// Holds a value; that of another, where it is one.
  public init(_ base: some Hashable & Sendable) {
    self.base = (base as? AnyHashableSendable)?.base ?? base
  }

  /// Compares the values; those of different types differ, but for numbers as `AnyHashable` compares them.
  public static func == (left: AnyHashableSendable, right: AnyHashableSendable) -> Bool {
    AnyHashable(left.base) == AnyHashable(right.base)
  }

  /// Hashes the value, as `AnyHashable` does.
  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }
}

extension AnyHashableSendable: CustomStringConvertible, CustomDebugStringConvertible {
  /// Describes the value.
  public var description: String { String(describing: base) }
  /// Describes the value, behind the name of the type.
  public var debugDescription: String { "AnyHashableSendable(\(String(reflecting: base)))" }
}

extension AnyHashableSendable: CustomReflectable {
  /// Shows the value.
  public var customMirror: Mirror { Mirror(self, children: ["value": base]) }
}

extension AnyHashableSendable: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  /// Holds a string.
  public init(stringLiteral value: String) { self.init(value) }
  /// Holds an `Int`.
  public init(integerLiteral value: Int) { self.init(value) }
  /// Holds a `Double`.
  public init(floatLiteral value: Double) { self.init(value) }
  /// Holds a `Bool`.
  public init(booleanLiteral value: Bool) { self.init(value) }
}
