/// A key for a value that features reach through ``Dependency``.
///
/// Without a `testValue` of its own, reading it in a test that did not override it is reported as an
/// issue.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The type of the value.
  associatedtype Value = Self

  /// The value that features get in the ``DependencyContext/live`` context unless somebody
  /// overrides it. Asked for once in a process.
  static var liveValue: Value { get }

  /// The value that features get in the ``DependencyContext/preview`` context; the live value by
  /// default.
  static var previewValue: Value { get }

  /// The value that features get in the ``DependencyContext/test`` context; by default the preview
  /// value, which is the live one where there is none, and an issue.
  static var testValue: Value { get }
}

extension DependencyKey {
  /// The live value.
  public static var previewValue: Value { liveValue }

  /// Reports an issue, and is the preview value.
  public static var testValue: Value {
    DependencyMaking.reportNoTestValue(Self.self)
    return previewValue
  }
}
