import Pando

extension ReportBuilder {
  /// Looks for arrays that find their elements by something else than the `id` by which they find them on a worker.
  ///
  /// `==` does not tell it, as the elements are the same.
  mutating func checkRows(in value: Any, _ path: String) {
    if let rows = value as? any DecodedByID, rows.findsOtherwise {
      let subject = path.isEmpty ? "the state" : path
      add(
        .codingLoses, .error, subject,
        """
        "\(subject)" finds its elements by another property than their "id", and by their "id" once it \
        has been encoded and decoded, as a key path has no encoding. Let "id" be what the elements are \
        found by.
        """)
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .class:
      // May hold itself, and is reported as what it is.
      return
    case .collection, .set, .dictionary:
      // Elements are alike.
      for child in mirror.children.prefix(Self.elementsAtMost) {
        checkRows(in: child.value, "\(path)[]")
      }
    case .optional:
      for child in mirror.children { checkRows(in: child.value, path) }
    default:
      for child in mirror.children { checkRows(in: child.value, join(path, child.label)) }
    }
  }

  /// The number of elements of a collection that are looked into.
  private static var elementsAtMost: Int { 100 }

  /// Returns the path of a property; that of a property wrapper is the wrapped one's.
  private func join(_ path: String, _ label: String?) -> String {
    let name = String((label ?? "").drop { $0 == "_" })
    return path.isEmpty || name.isEmpty ? path + name : "\(path).\(name)"
  }
}
