/// A ``Shared`` value that can be read and not changed.
@propertyWrapper
@dynamicMemberLookup
public struct SharedReader<Value: Sendable>: Sendable {
  let location: any SharedLocation<Value>

  init(location: any SharedLocation<Value>) {
    self.location = location
  }

  /// A value that never changes.
  public init(value: sending Value) {
    self.init(location: SharedRoot(value))
  }

  /// Reads what others may change.
  public init(_ base: Shared<Value>) {
    self.init(location: base.location)
  }

  /// Reads what another property reads.
  public init(projectedValue: SharedReader) {
    self = projectedValue
  }

  /// The value.
  public var wrappedValue: Value { location.read() }

  /// The property itself, for passing on.
  public var projectedValue: SharedReader {
    get { self }
    set { self = newValue }
  }

  /// A part of the value.
  public subscript<Member: Sendable>(
    dynamicMember keyPath: any KeyPath<Value, Member> & Sendable
  ) -> SharedReader<Member> {
    SharedReader<Member>(location: location.part(keyPath))
  }
}
