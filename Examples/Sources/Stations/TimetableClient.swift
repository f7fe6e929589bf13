package import Pando

/// Knows stations and trains.
@DependencyClient
package struct TimetableClient: Sendable {
  package var stations: @Sendable (_ named: String) async throws -> [Station]
  package var departures: @Sendable (_ from: Station.ID) async throws -> [Departure]
}

extension TimetableClient: TestDependencyKey {
  package static let testValue = TimetableClient()
}

extension DependencyValues {
  package var timetable: TimetableClient {
    get { self[TimetableClient.self] }
    set { self[TimetableClient.self] = newValue }
  }
}
