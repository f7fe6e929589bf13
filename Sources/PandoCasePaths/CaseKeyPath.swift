/// A key path to a case of `Root` with the payload `Value`.
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

/// A key path to a case of `Root` with any payload.
public typealias PartialCaseKeyPath<Root> = PartialKeyPath<Case<Root>>

extension KeyPath {
  /// Embeds a payload in the case that the key path names:
  /// `(\Action.Cases.child)(.closeButtonTapped)`.
  ///
  /// Each call resolves the key path. Code that embeds often resolves it once, with
  /// ``AnyCasePath/init(_:)``.
  public func callAsFunction<Enum, Payload>(
    _ payload: Payload
  ) -> Enum where Root == Case<Enum>, Value == Case<Payload> {
    AnyCasePath(self).embed(payload)
  }

  /// The case that the key path names, which has no payload: `(\Action.Cases.closeButtonTapped)()`.
  public func callAsFunction<Enum>() -> Enum where Root == Case<Enum>, Value == Case<Void> {
    AnyCasePath(self).embed(())
  }
}

/// Returns whether a value is in the case that a key path names, so that key paths can be patterns
/// of a `switch`.
///
/// Each comparison resolves the key path: a pattern written as `.child` is far quicker.
public func ~= <Root: CasePathable>(pattern: PartialCaseKeyPath<Root>, value: Root) -> Bool {
  value.is(pattern)
}
