/// A key for a value that features reach through ``Dependency``.
public protocol DependencyKey: SendableMetatype {
  /// The type of the value.
  associatedtype Value: Sendable = Self

  /// What features get unless somebody overrides it.
  static var liveValue: Value { get }
}
