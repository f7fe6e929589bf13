extension BindingAction: CasePathable {
  /// A case path for each property of the state: the key path `\.binding.name` names the actions that
  /// set it, and `store.send(\.binding.name, "Blob")` sends one.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The path to the values of a property.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: WritableKeyPath<Root, Value>
    ) -> AnyCasePath<BindingAction, Value> where Root: ObservableState & SendableMetatype {
      // A key path never changes, and the one of a property captures nothing.
      let keyPath = unsafeBitCast(
        keyPath, to: (any WritableKeyPath<Root, Value> & Sendable).self)
      return AnyCasePath(
        embed: { .set(keyPath, $0) },
        extract: { action in
          guard keyPath as AnyKeyPath == action.keyPath as AnyKeyPath else { return nil }
          return action.value as? Value
        })
    }
  }

  /// The case paths of a binding action: its state's properties.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
