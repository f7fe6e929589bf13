/// A type, most often an enum, whose cases can be listed, and asked for.
///
/// `@CasePathable` writes the conformance.
///
/// ```swift
/// for field in Field.allCasePaths { check(field) }
/// if form.field.case == \.title { ... }
/// ```
public protocol CasePathIterable: CasePathable
where AllCasePaths: CasePathReflectable, AllCasePaths.Element == PartialCaseKeyPath<Self> {}

extension CasePathIterable {
  /// The case that the value is in, whatever its payload: `\.title`. It is `\.self` where that is not listed.
  ///
  /// - Complexity: O(cases).
  public var `case`: PartialCaseKeyPath<Self> { Self.allCasePaths[self] }
}

/// The case paths of a ``CasePathIterable`` type: the sequence of its cases.
public protocol CasePathReflectable: Sequence {}

extension CasePathReflectable {
  /// The case that a value is in, whatever its payload: `Field.allCasePaths[field]`. As `field.case`.
  public subscript<Root: CasePathIterable>(
    root: Root
  ) -> PartialCaseKeyPath<Root> where Root.AllCasePaths == Self {
    first { root.is($0) } ?? \Case<Root>.self
  }
}
