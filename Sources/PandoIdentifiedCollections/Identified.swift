/// A value with an id, for values that have none of their own: `IdentifiedArrayOf<Identified<UUID, URL>>`.
@dynamicMemberLookup
public struct Identified<ID: Hashable, Value>: Identifiable {
  /// The id.
  public let id: ID
  /// The value.
  public var value: Value

  /// A value with an id.
  public init(_ value: Value, id: ID) {
    self.id = id
    self.value = value
  }

  /// A value with an id that is made of it: `Identified(user, id: \.name)`.
  public init(_ value: Value, id: (Value) -> ID) {
    self.init(value, id: id(value))
  }

  /// A property of the value.
  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Member {
    get { value[keyPath: keyPath] }
    set { value[keyPath: keyPath] = newValue }
  }
}

extension Identified: Equatable where Value: Equatable {}
extension Identified: Hashable where Value: Hashable {}
extension Identified: Sendable where ID: Sendable, Value: Sendable {}
extension Identified: Encodable where ID: Encodable, Value: Encodable {}
extension Identified: Decodable where ID: Decodable, Value: Decodable {}

extension Identified: Comparable where Value: Comparable {
  /// Compares the values.
  public static func < (left: Identified, right: Identified) -> Bool { left.value < right.value }
}
