extension Result: CasePathIterable {
  /// The case paths of a result.
  public struct AllCasePaths: Sendable, CasePathReflectable {
    @usableFromInline init() {}

    /// The path to the value of a success.
    @inlinable
    public var success: AnyCasePath<Result, Success> {
      AnyCasePath(
        embed: { .success($0) },
        extract: {
          guard case .success(let value) = $0 else { return nil }
          return value
        }
      )
    }

    /// The path to the error of a failure.
    @inlinable
    public var failure: AnyCasePath<Result, Failure> {
      AnyCasePath(
        embed: { .failure($0) },
        extract: {
          guard case .failure(let error) = $0 else { return nil }
          return error
        }
      )
    }

    /// Lists both.
    public func makeIterator() -> CasePathIterator<Result> {
      CasePathIterator { add in
        add(\.success)
        add(\.failure)
      }
    }
  }

  /// The case paths of a result.
  @inlinable
  public static var allCasePaths: AllCasePaths {
    AllCasePaths()
  }
}
