import Synchronization

/// The overrides of the `dependency` operators around a reducer.
///
/// A feature captures its dependencies where it is made, which is before an operator is applied to
/// it; so these are read in addition, and win.
struct DependencyLayer: Sendable {
  /// That of all operators around whoever reads.
  @TaskLocal private static var around: DependencyLayer?

  /// Programs without such operators do not look for them.
  private static let isUsedAnywhere = Atomic(false)

  var overrides: [ObjectIdentifier: DependencyOverride] = [:]
  var context: DependencyContext?

  /// That of the current task, if there may be one.
  static var current: DependencyLayer? {
    // Whoever is inside a layer learned of that from the thread that made it, in order.
    guard isUsedAnywhere.load(ordering: .relaxed) else { return nil }
    if let scope = DependencyScope.current { return scope.layer }
    return around
  }

  /// Runs an effect as if no layer were around: an effect inside a layer sends, and so commits, and what
  /// is started there is not the layer's.
  static func outside(_ operation: () async -> Void) async {
    guard isUsedAnywhere.load(ordering: .relaxed), around != nil else { return await operation() }
    await $around.withValue(nil, operation: operation)
  }

  /// This one inside the current one.
  var insideCurrent: DependencyLayer {
    guard var layer = Self.current else { return self }
    layer.overrides.merge(overrides) { $1 }
    layer.context = context ?? layer.context
    return layer
  }

  /// Runs `operation` inside this layer.
  func callAsFunction<Result>(_ operation: () -> Result) -> Result {
    Self.isUsedAnywhere.store(true, ordering: .relaxed)
    if let scope = DependencyScope.current {
      return DependencyScope(values: scope.values, layer: insideCurrent)(operation)
    }
    return Self.$around.withValue(insideCurrent, operation: operation)
  }

  /// Runs `operation` with the dependencies of the current task, and this layer on top of them.
  func onTop(_ operation: () async -> Void) async {
    await DependencyValues.$ofTask.withValue(DependencyValues.current.under(self)) {
      await Self.$around.withValue(insideCurrent) { await operation() }
    }
  }
}
