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

/// Lists features one below the other; some of them behind `if`, `switch` or `#available`, or in a `for`.
@resultBuilder
public enum HostedFeaturesBuilder {
  /// The features in the order in which they stand.
  public static func buildBlock(_ features: any HostedFeatures...) -> HostedFeatureGroup {
    buildArray(features)
  }

  /// The features of all turns of a loop.
  public static func buildArray(_ features: [any HostedFeatures]) -> HostedFeatureGroup {
    HostedFeatureGroup(list: HostedFeatureList(features: features.flatMap(\.list.features)))
  }

  /// The features behind an `if` without an `else`; none where the condition is false.
  public static func buildOptional(_ features: HostedFeatureGroup?) -> HostedFeatureGroup {
    features ?? buildArray([])
  }

  /// The features of a branch.
  public static func buildEither(first features: HostedFeatureGroup) -> HostedFeatureGroup {
    features
  }

  /// The features of a branch.
  public static func buildEither(second features: HostedFeatureGroup) -> HostedFeatureGroup {
    features
  }

  /// The features behind `#available`.
  public static func buildLimitedAvailability(
    _ features: HostedFeatureGroup
  ) -> HostedFeatureGroup {
    features
  }
}

/// Several features.
public struct HostedFeatureGroup: HostedFeatures {
  /// The features that it lists.
  public let list: HostedFeatureList
}
