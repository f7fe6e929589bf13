package import Pando

/// The features that a program can host; list them with ``Feature``.
public protocol HostedFeatures: Sendable {
  /// The same, for those who run them.
  var list: HostedFeatureList { get }
}

/// Features, whatever their types.
public struct HostedFeatureList: Sendable {
  package let features: [any HostedFeature]
}

/// Lists features one below the other.
@resultBuilder
public enum HostedFeaturesBuilder {
  /// The features in the order in which they stand.
  public static func buildBlock(_ features: any HostedFeatures...) -> HostedFeatureGroup {
    HostedFeatureGroup(list: HostedFeatureList(features: features.flatMap(\.list.features)))
  }
}

/// Several features.
public struct HostedFeatureGroup: HostedFeatures {
  /// The features that it lists.
  public let list: HostedFeatureList
}
