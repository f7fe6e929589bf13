import Synchronization

/// The time that actions take, by feature: in reducers on a worker, or in the commits of a store. Any thread may ask.
package final class ReduceTimes: Sendable {
  private let features = Mutex<[String: FeatureTimes]>([:])
  private let clock: @Sendable () -> UInt64

  /// - Parameter clock: The time in nanoseconds, from anywhere; it never goes back.
  package init(clock: @escaping @Sendable () -> UInt64) {
    self.clock = clock
  }

  /// Returns the times of a feature, which begin with the first call.
  package func times(of feature: String) -> FeatureTimes {
    features.withLock { features in
      if let times = features[feature] { return times }
      let times = FeatureTimes(clock: clock)
      features[feature] = times
      return times
    }
  }

  /// The features that were asked for, by name, with their times.
  package var all: [(feature: String, times: FeatureTimes)] {
    features.withLock { features in
      features.map { (feature: $0.key, times: $0.value) }.sorted { $0.feature < $1.feature }
    }
  }
}
