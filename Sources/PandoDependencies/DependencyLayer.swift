import Synchronization

/// The overrides of the `dependency` operators around a reducer.
///
/// A feature captures its dependencies where it is made, which is before an operator is applied to
/// it; so these are read in addition, and win.
package struct DependencyLayer: Sendable {
  /// That of all operators around whoever reads.
  @TaskLocal private static var around: DependencyLayer?

  /// Programs without such operators do not look for them.
  private static let isUsedAnywhere = Atomic(false)

  /// True if the program has used such an operator.
  static var mayBeAround: Bool { isUsedAnywhere.load(ordering: .relaxed) }

  var overrides: [ObjectIdentifier: DependencyOverride] = [:]
  var context: DependencyContext?

  /// That of the current task, if there may be one.
  package static var current: DependencyLayer? {
    // Whoever is inside a layer learned of that from the thread that made it, in order.
    guard mayBeAround else { return nil }
    if let scope = DependencyScope.current { return scope.layer }
    return around
  }

  /// Runs asynchronous work as if no layer were around: an effect inside a layer sends, and so commits,
  /// and what is started there is not the layer's.
  static func outside<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    guard mayBeAround, around != nil else { return try await operation() }
    return try await $around.withValue(nil, operation: operation, isolation: isolation)
  }

  /// Runs `operation` as if no layer were around.
  static func outside<Result>(_ operation: () throws -> Result) rethrows -> Result {
    guard mayBeAround, around != nil else { return try operation() }
    return try $around.withValue(nil, operation: operation)
  }

  /// This one inside the current one.
  var insideCurrent: DependencyLayer { inside(Self.current) }

  /// This one inside another.
  func inside(_ outer: DependencyLayer?) -> DependencyLayer {
    guard var layer = outer else { return self }
    layer.overrides.merge(overrides) { $1 }
    layer.context = context ?? layer.context
    return layer
  }

  /// Runs `operation` inside this layer.
  package func callAsFunction<Result>(_ operation: () -> Result) -> Result {
    Self.isUsedAnywhere.store(true, ordering: .relaxed)
    if let scope = DependencyScope.current {
      return DependencyScope(
        values: scope.values, layer: insideCurrent, isOverride: scope.isOverride)(operation)
    }
    return Self.$around.withValue(insideCurrent, operation: operation)
  }

  /// Runs `operation` with the dependencies of the current task, and this layer on top of them.
  package func onTop(_ operation: () async -> Void) async {
    Self.isUsedAnywhere.store(true, ordering: .relaxed)
    await DependencyValues.$ofTask.withValue(DependencyValues.current.under(self).restamped) {
      await Self.$around.withValue(insideCurrent) { await operation() }
    }
  }

  /// Runs `operation`, which suspends nowhere, with the current dependencies and this layer on top of
  /// them.
  package func onTop<Result>(_ operation: () -> Result) -> Result {
    DependencyValues.with(DependencyValues.current.under(self).restamped) { self(operation) }
  }
}

extension DependencyLayer {
  /// The overrides that an effect keeps which is made here; nil where no user overrides anything around
  /// it, as the values of a store come to its effects by themselves.
  package static var kept: DependencyLayer? {
    guard DependencyValues.areOverridden else { return nil }
    return keptOfOverrides
  }

  @inline(never)
  private static var keptOfOverrides: DependencyLayer? {
    guard let scope = DependencyScope.current else {
      let values = DependencyValues.current
      guard values.isChosen else { return nil }
      return values.hasOverlay ? values.layerOnOverlay : DependencyLayer(values)
    }
    guard scope.isOverride else { return nil }
    return DependencyLayer(scope.layer.map(scope.values.under) ?? scope.values)
  }

  private init(_ values: DependencyValues) {
    let values = values.newest
    self.init(overrides: values.overrides, context: values.overriddenContext)
  }
}
