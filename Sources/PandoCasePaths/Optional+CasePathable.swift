extension Optional: CasePathIterable {
  /// The case paths of an optional: `none`, `some`, and through `some` the case paths of what it
  /// wraps.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable, CasePathReflectable {
    @usableFromInline init() {}

    /// The path to nothing.
    @inlinable
    public var none: AnyCasePath<Optional, Void> {
      AnyCasePath(embed: { .none }, matches: { $0 == nil })
    }

    /// The path to the wrapped value.
    @inlinable
    public var some: AnyCasePath<Optional, Wrapped> {
      AnyCasePath(embed: { .some($0) }, extract: { $0 })
    }

    /// The path through `some` to a case of the wrapped value.
    @inlinable
    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Wrapped.AllCasePaths, AnyCasePath<Wrapped, Member>>
    ) -> AnyCasePath<Optional, Member> where Wrapped: CasePathable {
      some.appending(path: Wrapped.allCasePaths[keyPath: keyPath])
    }

    /// Lists `none` and `some`.
    public func makeIterator() -> CasePathIterator<Optional> {
      CasePathIterator { add in
        add(\.none)
        add(\.some)
      }
    }
  }

  /// The case paths of an optional.
  @inlinable
  public static var allCasePaths: AllCasePaths {
    AllCasePaths()
  }
}
