import Pando

extension ReportBuilder {
  /// Looks for arrays that find their elements by something else once they have been encoded and decoded, as they do on
  /// a worker.
  ///
  /// `==` does not tell it, as the elements are the same. Dictionaries and sets are not looked into: their elements
  /// stand in another order in the copy.
  mutating func checkRows(in value: Any, _ copy: Any, _ subject: String) {
    var walk = RowWalk()
    walk.visit(value, copy, "")
    for path in walk.found {
      let place = path.isEmpty ? subject : "\"\(path)\" of \(subject)"
      add(
        .codingLoses, .error, path.isEmpty ? subject : path,
        """
        \(capitalized(place)) finds its elements by another property than their "id", and by their "id" once it has \
        been encoded and decoded, as a key path has no encoding. Let "id" be what the elements are found by.
        """)
    }
  }
}

/// A walk through a value and its decoded copy, which are equal.
private struct RowWalk {
  private(set) var found: [String] = []
  /// The number of values that may still be looked at.
  private var rest = 100_000

  /// The number of elements of a collection that are looked into: they are alike.
  private static let elementsAtMost = 100

  mutating func visit(_ value: Any, _ copy: Any, _ path: String) {
    guard rest > 0 else { return }
    rest -= 1
    if let rows = value as? any FoundByID, !rows.hasSameIDs(as: copy) {
      if !found.contains(path) { found.append(path) }
      return
    }
    let (old, new) = (Mirror(reflecting: value), Mirror(reflecting: copy))
    switch old.displayStyle {
    case .class, .set, .dictionary:
      // An object may hold itself, and is reported as what it is.
      return
    case .collection:
      for pair in zip(old.children, new.children).prefix(Self.elementsAtMost) {
        visit(pair.0.value, pair.1.value, "\(path)[]")
      }
    case .optional:
      for pair in zip(old.children, new.children) { visit(pair.0.value, pair.1.value, path) }
    default:
      for pair in zip(old.children, new.children) {
        visit(pair.0.value, pair.1.value, Self.join(path, pair.0.label))
      }
    }
  }

  /// Returns the path of a property; that of a property wrapper is the wrapped one's.
  private static func join(_ path: String, _ label: String?) -> String {
    let name = String((label ?? "").drop { $0 == "_" })
    return path.isEmpty || name.isEmpty ? path + name : "\(path).\(name)"
  }
}
