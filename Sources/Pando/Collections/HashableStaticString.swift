/// A string that the compiler writes, such as `#fileID`, as a parameter of a subscript that key paths
/// go through: these must be hashable.
public struct HashableStaticString: Hashable, ExpressibleByStringLiteral, Sendable {
  let string: StaticString

  /// The string of a literal.
  public init(stringLiteral value: StaticString) {
    string = value
  }

  /// Compares the characters.
  public static func == (left: HashableStaticString, right: HashableStaticString) -> Bool {
    left.string.description == right.string.description
  }

  /// Hashes the characters.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(string.description)
  }
}
