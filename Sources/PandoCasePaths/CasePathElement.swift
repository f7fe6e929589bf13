/// A case path made by hand, as an element of a key path. Equal to itself alone.
public final class CasePathElement<Root, Value>: Hashable, Sendable {
  let path: AnyCasePath<Root, Value>

  init(_ path: AnyCasePath<Root, Value>) {
    self.path = path
  }

  /// Compares the identities.
  public static func == (left: CasePathElement, right: CasePathElement) -> Bool { left === right }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
