package import Pando

/// Measures something by the name of a place, from 0 to 100.
@DependencyClient
package struct SensorClient: Sendable {
  package var level: @Sendable (_ at: String, _ round: Int) async -> Int = { _, _ in 0 }
}

extension SensorClient: DependencyKey {
  /// Water in a creek, which rises and falls between the same two levels, elsewhere at another time.
  package static let liveValue = SensorClient { place, round in
    let start = place.utf8.reduce(0) { $0 + Int($1) }
    let step = (start + 13 * round) % 200
    return step <= 100 ? step : 200 - step
  }

  package static let testValue = SensorClient()
}

extension DependencyValues {
  package var sensor: SensorClient {
    get { self[SensorClient.self] }
    set { self[SensorClient.self] = newValue }
  }
}
