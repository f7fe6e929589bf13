/// Finds out whether a value is small and flat enough for what walks through all of it, such as a description by its parts:
/// that recurses once for each level.
///
/// Values are seen by their mirrors, which may be a user's code: never under a lock.
package struct ValueBounds {
  private var partsLeft: Int
  private var bytesLeft: Int
  /// The objects that were met, which are looked into once.
  private var objects: Set<ObjectIdentifier> = []

  /// Returns whether a value has so many parts and bytes of text at most, and is not nested deeper than
  /// ``ValueWords/depthAtMost``. O(parts), and never more than the bound.
  package static func hold(_ value: Any, parts: Int, bytes: Int) -> Bool {
    var bounds = ValueBounds(partsLeft: parts, bytesLeft: bytes)
    return bounds.take(value, depth: 0)
  }

  private init(partsLeft: Int, bytesLeft: Int) {
    self.partsLeft = partsLeft
    self.bytesLeft = bytesLeft
  }

  private mutating func take(_ value: Any, depth: Int) -> Bool {
    partsLeft -= 1
    guard partsLeft >= 0, depth < ValueWords.depthAtMost else { return false }
    if let text = value as? String {
      bytesLeft -= text.utf8.count
      return bytesLeft >= 0
    }
    var mirror: Mirror? = Mirror(reflecting: value)
    if mirror?.displayStyle == .class {
      guard objects.insert(ObjectIdentifier(value as AnyObject)).inserted else { return true }
    }
    while let each = mirror {
      for child in each.children {
        guard take(child.value, depth: depth + 1) else { return false }
      }
      mirror = each.superclassMirror
    }
    return true
  }
}
