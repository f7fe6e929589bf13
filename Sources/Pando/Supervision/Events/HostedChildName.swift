/// Names one life of a hosted child of a store.
public struct HostedChildName: Hashable, Identifiable, Sendable {
  /// The number of this life of the child, as in ``HostedChild/id``; 0 for one that no worker was asked for yet, as its
  /// state or its first action cannot be encoded.
  public let id: UInt64

  /// The name of the feature.
  public let feature: String

  /// The identities of the rows and presented states that it is in, outermost first.
  public let identities: [String]
}

extension HostedChildName: CustomStringConvertible {
  /// The feature with the identities behind it: `App.Tab[3]`.
  public var description: String {
    identities.isEmpty ? feature : "\(feature)[\(identities.joined(separator: ", "))]"
  }
}
