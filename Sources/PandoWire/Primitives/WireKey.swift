/// A coding key as it stands in the bytes, for coding paths and dictionaries.
struct WireKey: CodingKey, Equatable {
  let stringValue: String
  let intValue: Int?
  /// True if this is a place in a list, not a key that was encoded.
  let isIndex: Bool

  init(_ string: String) {
    stringValue = string
    intValue = Int(string)
    isIndex = false
  }

  init(index: Int) {
    stringValue = "[\(index)]"
    intValue = index
    isIndex = true
  }

  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(String(intValue)) }

  /// The key under which a class encodes its superclass, where it names none.
  static let superclass = WireKey("super")
}
