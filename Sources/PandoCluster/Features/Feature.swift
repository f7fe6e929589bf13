public import Pando

/// A feature that this program hosts when it runs as a worker.
public struct Feature: HostedFeatures {
  /// The one feature.
  public let list: HostedFeatureList

  /// Hosts the feature that `reducer` makes; called once for each child that is hosted.
  @inlinable
  public init<R: Reducer & SendableMetatype>(_ reducer: @escaping @Sendable () -> R)
  where R.State: Codable & Sendable, R.Action: Codable & Sendable {
    self.init(reducer, coding: FeatureCoding())
  }

  @usableFromInline
  init<R: Reducer & SendableMetatype>(
    _ reducer: @escaping @Sendable () -> R, coding: FeatureCoding<R.State, R.Action>
  ) where R.State: Codable & Sendable, R.Action: Codable & Sendable {
    list = HostedFeatureList(features: [hostedFeature(reducer, coding: coding)])
  }
}
