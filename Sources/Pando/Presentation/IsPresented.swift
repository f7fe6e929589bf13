private enum IsPresentedKey: DependencyKey {
  static let liveValue: Bool? = nil
  static let testValue: Bool? = nil
}

private enum IsTestRootKey: DependencyKey {
  static let liveValue = false
  static let testValue = false
}

extension DependencyValues {
  /// True if the feature that asks is presented, or on a navigation stack, or inside such a
  /// feature: whether ``dismiss`` has something to dismiss.
  ///
  /// It holds for a hosted feature too. A feature that is made before it is handed to the operator that
  /// presents it, not in the closure, knows it only in effects that ask there.
  ///
  /// In a test store it is true for a property of the feature under test, as something may present that. It is not for
  /// what that feature embeds by ``Scope``, or by `ifLet` and `forEach` without presentation: these answer as in an app
  /// whose root the feature is. A test of a feature that its app presents, and whose embedded children ask, sets it:
  /// `withDependencies: { $0.isPresented = true }`.
  public var isPresented: Bool {
    get { self[IsPresentedKey.self] ?? false }
    set { self[IsPresentedKey.self] = newValue }
  }

  /// True for the feature of a test store itself.
  private var isTestRoot: Bool {
    get { self[IsTestRootKey.self] }
    set { self[IsTestRootKey.self] = newValue }
  }

  /// The same for what is presented.
  var presented: DependencyValues { placed(isPresented: true, isTestRoot: false) }

  private func placed(isPresented: Bool, isTestRoot: Bool) -> DependencyValues {
    let layer = DependencyValues.layer {
      $0.isPresented = isPresented
      $0.isTestRoot = isTestRoot
    }
    return chosen.under(layer).stamped(as: self)
  }

  /// Makes what an operator presents: features read their dependencies where they are made.
  static func presenting<Result>(_ make: () -> Result) -> Result {
    let current = current
    // By hand, outside a store, the tree's builder says so.
    guard current.isChosen else { return make() }
    return with(current.presented, operation: make)
  }

  /// Makes what an operator embeds without presenting it.
  @usableFromInline
  static func embedding<Result>(_ make: () -> Result) -> Result {
    let current = current
    guard current.isTestRoot else { return make() }
    return with(current.placed(isPresented: false, isTestRoot: false), operation: make)
  }

  /// Makes the root feature of a store: of a test store as if it were presented, unless the test says whether it is.
  func makingRoot<Result>(_ make: () -> Result) -> Result {
    guard rootDismissal != nil, self[IsPresentedKey.self] == nil else { return make() }
    return Self.with(placed(isPresented: true, isTestRoot: true), operation: make)
  }
}
