import Pando

/// The values of an action that a page may show.
enum ShownValues {
  /// The number of cases inside of each other that are looked into: parents wrap the actions of their children.
  private static let depthAtMost = 16

  /// Returns what the action names, or the action of a child inside it; nil where no type of them conforms to
  /// `PageVisible`.
  static func values(of action: Any) -> [PageValue]? {
    var action = action
    for _ in 0..<depthAtMost {
      if let shown = action as? any PageVisible { return shown.firstPageValues }
      guard let inner = payload(of: action) else { return nil }
      action = inner
    }
    return nil
  }

  /// Returns what a case holds; of several values the last one, which is the action where the others are identities.
  private static func payload(of value: Any) -> Any? {
    guard let held = casePayload(of: value) else { return nil }
    return tupleParts(of: held).map { Array($0).last?.value } ?? held
  }
}
