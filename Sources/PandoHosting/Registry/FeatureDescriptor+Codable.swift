import PandoWire

extension FeatureDescriptor: Codable {
  private enum CodingKeys: CodingKey { case name, state, action }

  /// Reads the name and the fingerprints, which are hexadecimal texts.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func fingerprint(_ key: CodingKeys) throws -> SchemaFingerprint {
      let text = try container.decode(String.self, forKey: key)
      guard let number = UInt64(text, radix: 16) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "\"\(text)\" is no schema fingerprint")
      }
      return SchemaFingerprint(rawValue: number)
    }
    self.init(
      name: try container.decode(String.self, forKey: .name), state: try fingerprint(.state),
      action: try fingerprint(.action))
  }

  /// Writes the fingerprints as texts: many readers of JSON round whole numbers of 64 bits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(state.description, forKey: .state)
    try container.encode(action.description, forKey: .action)
  }
}
