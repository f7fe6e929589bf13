extension EffectRegistry {
  /// Cancels everything that an incarnation and its children run, and says how many effects that were.
  @discardableResult
  func cancelAll(from incarnation: Incarnation) -> Int {
    var count = cancelAll(of: incarnation)
    incarnation.forEachDescendant { count += cancelAll(of: $0) }
    return count
  }
}
