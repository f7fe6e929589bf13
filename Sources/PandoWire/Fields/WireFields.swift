/// The stored properties of a struct that encodes itself, as it lists them.
///
/// Whoever holds a large value and its encoding uses the list to find what changed in the one, or in the
/// other, without encoding or decoding all of it anew. `@WireCoded` writes it. A type that encodes itself by
/// hand may leave it out, and is then encoded as a whole.
public struct WireFields {
  /// The properties; nil for what is no list of them.
  private(set) var properties: [StoredProperty]? = []

  init() {}

  /// Adds a stored property. Every property that is encoded is added, in the order in which they are
  /// encoded; the encoding of the struct is a list of these and of nothing else.
  public mutating func add<Value, Property: Codable>(_ path: KeyPath<Value, Property>) {
    if let offset = MemoryLayout<Value>.offset(of: path) {
      properties?.append(StoredProperty(offset: offset, type: Property.self))
    } else {
      addUnknown()
    }
  }

  /// Says that the value is no list of stored properties.
  mutating func addUnknown() {
    properties = nil
  }
}

/// A stored property, by where it lies in its struct.
struct StoredProperty {
  let offset: Int
  let type: any Codable.Type
}

extension WireCodable {
  /// Lists nothing: the value is encoded and decoded as a whole.
  public static func list(wireFields fields: inout WireFields) {
    fields.addUnknown()
  }

  /// The stored properties; nil for what lists none.
  static var storedProperties: [StoredProperty]? {
    var fields = WireFields()
    list(wireFields: &fields)
    return fields.properties
  }
}
