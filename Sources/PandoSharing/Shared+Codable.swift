// To other coders the value alone is written. Pando's own codec writes who it belongs to as well, so
// that what a worker sends back finds its place.

extension Shared: Encodable where Value: Encodable {
  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    try SharedCoding.encode(location, to: encoder)
  }
}

extension Shared: Decodable where Value: Decodable {
  /// Reads a value, which is shared with nobody yet.
  public init(from decoder: any Decoder) throws {
    self.init(location: try SharedCoding.decode(from: decoder))
  }
}

extension SharedReader: Encodable where Value: Encodable {
  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    try SharedCoding.encode(location, to: encoder)
  }
}

extension SharedReader: Decodable where Value: Decodable {
  /// Reads a value, which is shared with nobody yet.
  public init(from decoder: any Decoder) throws {
    self.init(location: try SharedCoding.decode(from: decoder))
  }
}
