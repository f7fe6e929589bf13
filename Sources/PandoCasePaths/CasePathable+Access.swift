// Each of these resolves its key path at every call: right for tests, views and rare paths. What
// runs per action resolves the key path once, with `AnyCasePath(_:)`.

extension CasePathable {
  /// Returns whether the value is in the case that a key path names.
  public func `is`(_ keyPath: PartialCaseKeyPath<Self>) -> Bool {
    let end = Case<Self>()[keyPath: keyPath]
    return (end as? any CaseMatching)?.matches(self) ?? false
  }

  /// The payload of the case that a key path names, `nil` when the value is in another case.
  ///
  /// Setting a payload changes the value to that case, whatever case it was in. Setting `nil`
  /// changes nothing, as a value is always in some case.
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    get { AnyCasePath(keyPath).extract(from: self) }
    set {
      guard let newValue else { return }
      self = AnyCasePath(keyPath).embed(newValue)
    }
  }

  /// Calls `body` with the payload of the case that a key path names, in place.
  ///
  /// - Returns: Whether the value is in that case. When it is not, `body` is not called.
  @discardableResult
  public mutating func modify<Value, Failure: Error>(
    _ keyPath: CaseKeyPath<Self, Value>,
    yield body: (inout Value) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    try AnyCasePath(keyPath).modify(&self, yield: body) != nil
  }

  /// The payload of a case by its name, on types marked `@dynamicMemberLookup`: `state.child`.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>
  ) -> Value? {
    Self.allCasePaths[keyPath: keyPath].extract(from: self)
  }
}
