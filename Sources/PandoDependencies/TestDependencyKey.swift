/// A key for a value whose live implementation is declared elsewhere, with ``DependencyKey``, or not
/// at all.
public protocol TestDependencyKey<Value>: SendableMetatype {
  /// The type of the value.
  associatedtype Value: Sendable = Self

  /// The value that features get in the ``DependencyContext/preview`` context; the test value by
  /// default.
  static var previewValue: Value { get }

  /// The value that features get in the ``DependencyContext/test`` context unless somebody
  /// overrides it. Asked for once in each test.
  static var testValue: Value { get }
}

extension TestDependencyKey {
  /// The test value.
  public static var previewValue: Value { testValue }
}
