extension EffectRegistry {
  /// Cancels everything that an incarnation and its children run.
  func cancelAll(from incarnation: Incarnation) {
    cancelAll(of: incarnation)
    incarnation.forEachDescendant { cancelAll(of: $0) }
  }
}
