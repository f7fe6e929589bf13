extension AnyCasePath where Root == Value {
  /// The path that ends where it starts.
  public init() {
    self.init(embed: { $0 }, extract: { $0 })
  }
}

extension AnyCasePath {
  /// The path that a key path names, resolved once.
  ///
  /// Resolving walks the key path, which takes a few microseconds. The result extracts with a call
  /// to the closure that the case's `AllCasePaths` holds, so whatever runs per action keeps it.
  public init(_ keyPath: CaseKeyPath<Root, Value>) {
    let end = Case<Root>()[keyPath: keyPath]
    guard let chain = end.chain as? RootedCaseChain<Root, Value> else {
      fatalError(
        "The key path \(keyPath) does not start at \(Root.self), so it is no case key path. "
          + "Write it as a literal such as \\.child."
      )
    }
    self = chain.path
  }

  /// The path that goes on into a case of the payload.
  public func appending<AppendedValue>(
    path: AnyCasePath<Value, AppendedValue>
  ) -> AnyCasePath<Root, AppendedValue> {
    AnyCasePath<Root, AppendedValue>(
      uncheckedEmbed: { [embedding] in embedding(path.embedding($0)) },
      extract: { [extraction] root in
        guard let value = extraction(root) else { return nil }
        return path.extraction(value)
      }
    )
  }
}

extension AnyCasePath: CustomDebugStringConvertible {
  /// The types at both ends.
  public var debugDescription: String {
    "AnyCasePath<\(Root.self), \(Value.self)>"
  }
}
