/// The stored properties of a struct that encodes itself, or the cases of an enum, as it lists them.
///
/// Whoever holds a large value and its encoding uses the list to find what changed in the one, or in the
/// other, without encoding or decoding all of it anew. `@WireCoded` writes it. A type that encodes itself by
/// hand may leave it out, and is then encoded as a whole.
public struct WireFields {
  /// The properties; nil for what is no list of them.
  private(set) var properties: [StoredProperty]? = []
  /// Where the listed properties lie that have a place in memory of their own, as all constants have: kept also where
  /// others, as those with observers, have none.
  private(set) var offsets: [Int] = []
  /// The cases of an enum, by their numbers; nil for what is no enum that is encoded by them.
  private(set) var caseNames: [String]?
  /// True if decoding checks properties against each other, so that the value is decoded as a whole.
  private(set) var isChecked = false

  init() {}

  /// Adds a stored property. Every property that is encoded is added, in the order in which they are
  /// encoded; the encoding of the struct is a list of these and of nothing else.
  public mutating func add<Value, Property: Codable>(_ path: KeyPath<Value, Property>) {
    if let offset = MemoryLayout<Value>.offset(of: path) {
      append(StoredProperty(offset: offset, type: Property.self))
    } else {
      addUnknown()
    }
  }

  /// Adds a stored property that is encoded as the only property of another type.
  package mutating func add<Value, Property, Coded: Codable>(
    _ path: KeyPath<Value, Property>, as type: Coded.Type
  ) {
    precondition(MemoryLayout<Property>.size == MemoryLayout<Coded>.size, "both have one layout")
    if let offset = MemoryLayout<Value>.offset(of: path) {
      append(StoredProperty(offset: offset, type: type))
    } else {
      addUnknown()
    }
  }

  private mutating func append(_ property: StoredProperty) {
    properties?.append(property)
    offsets.append(property.offset)
  }

  /// Names all cases of an enum in the order of declaration. Each is encoded as its number, counted from 0:
  /// alone where it has no value, else as the first of a list, before the values.
  public mutating func addCases(_ names: String...) {
    properties = nil
    caseNames = names
  }

  /// Says that not all properties that can be decoded are a value together.
  package mutating func addCheck() {
    isChecked = true
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

  /// The list that the type gives.
  static var wireFields: WireFields {
    var fields = WireFields()
    list(wireFields: &fields)
    return fields
  }
}
