extension TimetableClient {
  /// A timetable of two stations, for tests and previews. A search for a single letter takes a day.
  package static let previewValue = TimetableClient(
    stations: { text in
      if text.count == 1 { try await Task.sleep(for: .seconds(86_400)) }
      return [ashfield, aspenHill].filter { $0.name.hasPrefix(text) }
    },
    departures: { id in
      guard id == aspenHill.id else { throw UnknownStation(id: id) }
      return [Departure(minute: 4, destination: ashfield.name)]
    })

  package static let ashfield = Station(id: "ASH", name: "Ashfield")
  package static let aspenHill = Station(id: "ASP", name: "Aspen Hill")
}
