extension BindingAction: Codable {
  /// Writes the name of the property and the value.
  public func encode(to encoder: any Encoder) throws {
    // Another process carries it out.
    watch?.note()
    guard let field = Self.field(where: { $0.keyPath == keyPath as AnyKeyPath }) else {
      throw EncodingError.invalidValue(self, Self.context(encoder.codingPath, "\(keyPath)"))
    }
    guard let property = field.settable else {
      throw EncodingError.invalidValue(self, Self.context(encoder.codingPath, field.name))
    }
    var container = encoder.unkeyedContainer()
    try container.encode(field.name)
    try property.encode(value, &container)
  }

  /// Reads the name of a property and a value for it.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let name = try container.decode(String.self)
    guard let property = Self.field(where: { $0.name == name })?.settable else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "\"\(Root.self)\" has no property \"\(name)\" that a binding sets"))
    }
    self = try property.decode(&container)
  }

  static func field(where isMatch: (_StateField<Root>) -> Bool) -> _StateField<Root>? {
    guard let type = Root.self as? any ObservableState.Type else { return nil }
    // `Concrete` is `Root`, by its other name.
    func fields<Concrete: ObservableState>(_ type: Concrete.Type) -> Any { Concrete._$fields }
    return (fields(type) as? [_StateField<Root>])?.first(where: isMatch)
  }

  private static func context(_ path: [any CodingKey], _ property: String) -> EncodingError.Context
  {
    EncodingError.Context(
      codingPath: path,
      debugDescription: """
        The setting of "\(property)" cannot be sent to another process. Make "\(Root.self)" an \
        "@ObservableState", and the value "Codable"; of properties inside properties, set the whole.
        """)
  }
}

extension SettableProperty {
  /// Writes the value of a setting of the property.
  fileprivate func encode(
    _ value: any Sendable, _ container: inout any UnkeyedEncodingContainer
  ) throws {
    guard let value = value as? Value else {
      preconditionFailure("a setting has a value of its property's type")
    }
    try container.encode(value)
  }

  /// Reads a setting of the property.
  fileprivate func decode(
    _ container: inout any UnkeyedDecodingContainer
  ) throws -> BindingAction<Root> {
    .set(keyPath, try container.decode(Value.self))
  }
}
