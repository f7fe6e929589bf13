private enum IsPresentedKey: DependencyKey {
  static let liveValue = false
  static let testValue = false
}

extension DependencyValues {
  /// True if the feature that asks is presented, or on a navigation stack, or inside such a
  /// feature: whether ``dismiss`` has something to dismiss. True for the feature of a test store, which notes that it
  /// was dismissed.
  ///
  /// It holds for a hosted feature too. A feature that is made before it is handed to the operator that
  /// presents it, not in the closure, knows it only in effects that ask there.
  public var isPresented: Bool {
    get { self[IsPresentedKey.self] }
    set { self[IsPresentedKey.self] = newValue }
  }

  /// The same for what is presented.
  var presented: DependencyValues {
    chosen.under(DependencyValues.layer { $0.isPresented = true }).stamped(as: self)
  }

  /// Makes what an operator presents: features read their dependencies where they are made.
  static func presenting<Result>(_ make: () -> Result) -> Result {
    let current = current
    // By hand, outside a store, the tree's builder says so.
    guard current.isChosen else { return make() }
    return with(current.presented, operation: make)
  }
}
