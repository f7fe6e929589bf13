import Pando

/// Tells whether it rains.
@DependencyClient
struct WeatherClient: Sendable {
  var forecast: @Sendable (_ bed: String) async throws -> Forecast
}

/// The weather to come.
enum Forecast: String, Codable, Equatable, Sendable {
  case dry, rain
}

extension WeatherClient: DependencyKey {
  static let liveValue = WeatherClient(forecast: { _ in .dry })
  static let testValue = WeatherClient()
}

extension DependencyValues {
  var weather: WeatherClient {
    get { self[WeatherClient.self] }
    set { self[WeatherClient.self] = newValue }
  }
}
