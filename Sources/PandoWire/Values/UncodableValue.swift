// What `@WireCoded` writes for a property or a value whose type cannot be coded ends here: the
// compiler shows the line, which names the property.

extension WireWriter {
  /// Not there: a value is encoded only if its type is `Encodable`.
  @available(
    *, unavailable,
    message:
      "the type of this property is not Codable, but the type that holds it is: make it Codable"
  )
  public mutating func encode<Value>(_ value: Value) throws(WireError) {
    fatalError("unavailable")
  }
}

extension WireReader {
  /// Not there: a value is decoded only if its type is `Decodable`.
  @available(
    *, unavailable,
    message:
      "the type of this property is not Codable, but the type that holds it is: make it Codable"
  )
  public mutating func decode<Value>(_ type: Value.Type = Value.self) throws(WireError) -> Value {
    fatalError("unavailable")
  }
}
