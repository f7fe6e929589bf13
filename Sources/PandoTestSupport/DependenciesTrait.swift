public import Testing

/// Overrides dependencies for a test or for every test of a suite, and gives each case fresh values of
/// the keys that it does not override.
///
/// ```swift
/// @Test(.dependency(\.uuid, .incrementing))
/// func add() { ... }
/// ```
public struct DependenciesTrait: SuiteTrait, TestScoping, TestTrait {
  let update: @Sendable (inout DependencyValues) throws -> Void

  /// True: a suite's overrides hold in its tests, under their own.
  public var isRecursive: Bool { true }

  /// Runs a test's case with the overrides.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    // A suite by itself reads nothing.
    guard testCase != nil else { return try await function() }
    try await DependencyValues.withFreshDefaults {
      try await withDependencies {
        try update(&$0)
      } operation: {
        try await function()
      }
    }
  }
}

extension Trait where Self == DependenciesTrait {
  /// Gives each case of a test fresh values.
  public static var dependencies: Self { Self { _ in } }

  /// Overrides dependencies for each case of a test.
  public static func dependencies(
    _ update: @escaping @Sendable (inout DependencyValues) throws -> Void
  ) -> Self {
    Self(update: update)
  }

  /// Overrides a dependency for each case of a test.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency.
  ///   - value: Its value, which is made anew for each case.
  public static func dependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self {
    Self { $0[keyPath: keyPath] = try value() }
  }

  /// Overrides the dependency of a type that is its own key for each case of a test.
  public static func dependency<Value: TestDependencyKey>(
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self where Value.Value == Value {
    Self { $0[Value.self] = try value() }
  }
}
