/// The place that a ``CaseKeyPath`` walks over: the root type at first, then the payload of each
/// case it names.
///
/// A `Case` is only ever met as the root and the value of key paths. Its dynamic members are the
/// case paths of `Value`, so a key path can go on into a payload that is ``CasePathable`` itself.
@dynamicMemberLookup
public struct Case<Value>: Sendable {
  let chain: any CaseChain<Value>

  init(chain: any CaseChain<Value>) {
    self.chain = chain
  }

  init() {
    self.chain = RootedCaseChain(path: AnyCasePath<Value, Value>(), isRoot: true)
  }

  /// The case of `Value` that a property, or a subscript, of its `AllCasePaths` names.
  public subscript<Payload>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Payload>>
  ) -> Case<Payload> where Value: CasePathable {
    Case<Payload>(chain: chain.appending(Value.allCasePaths[keyPath: keyPath]))
  }
}

extension Case {
  /// The case of `Value` that a path made by hand names: what the prefix operator `/` gives where a key
  /// path is expected.
  public subscript<Payload>(path: CasePathElement<Value, Payload>) -> Case<Payload> {
    Case<Payload>(chain: chain.appending(path.path))
  }
}

extension Case: CaseMatching {
  func matches(_ root: Any) -> Bool {
    chain.matches(root)
  }
}

/// A ``Case`` of any payload, as a ``PartialCaseKeyPath`` yields it.
protocol CaseMatching {
  func matches(_ root: Any) -> Bool
}
