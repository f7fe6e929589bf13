/// A path of cases to `Value` from a root that only the conforming type knows.
///
/// `Case<Value>` cannot name the root, as key paths append `Case`s to each other. Keeping the root
/// behind this protocol, and not the values behind `Any`, lets a resolved path call the emitted
/// closures directly, unboxed.
protocol CaseChain<Value>: Sendable {
  associatedtype Value

  /// The chain that goes on into a case of `Value`.
  func appending<Payload>(_ path: AnyCasePath<Value, Payload>) -> any CaseChain<Payload>

  /// Returns whether a value is of the root type and in the case that the chain ends at.
  func matches(_ root: Any) -> Bool
}

/// The one kind of chain: a case path from a known root.
struct RootedCaseChain<Root, Value>: CaseChain {
  let path: AnyCasePath<Root, Value>
  /// The chain has no element yet: `Root` is `Value` and `path` the identity, which appending
  /// leaves out.
  var isRoot = false

  func appending<Payload>(_ path: AnyCasePath<Value, Payload>) -> any CaseChain<Payload> {
    if isRoot, let path = path as? AnyCasePath<Root, Payload> {
      return RootedCaseChain<Root, Payload>(path: path)
    }
    return RootedCaseChain<Root, Payload>(path: self.path.appending(path: path))
  }

  func matches(_ root: Any) -> Bool {
    guard let root = root as? Root else { return false }
    return path.extract(from: root) != nil
  }
}
