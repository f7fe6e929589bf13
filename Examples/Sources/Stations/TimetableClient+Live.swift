import Pando

extension TimetableClient: DependencyKey {
  /// A small country's timetable. It takes its time, as one on a network does.
  package static let liveValue = TimetableClient(
    stations: { text in
      try await Task.sleep(for: .milliseconds(50))
      return country.filter { $0.name.lowercased().hasPrefix(text.lowercased()) }
    },
    departures: { id in
      try await Task.sleep(for: .milliseconds(50))
      guard let from = country.firstIndex(where: { $0.id == id }) else {
        throw UnknownStation(id: id)
      }
      return country.indices.filter { $0 != from }.map { index in
        Departure(minute: 7 * abs(index - from) % 60, destination: country[index].name)
      }
      .sorted { $0.minute < $1.minute }
    })

  private static let country = [
    Station(id: "ALD", name: "Alder Bridge"),
    Station(id: "ASH", name: "Ashfield"),
    Station(id: "ASP", name: "Aspen Hill"),
    Station(id: "BIR", name: "Birchwood"),
    Station(id: "ELM", name: "Elm Park"),
    Station(id: "OAK", name: "Oakham Junction"),
  ]
}

struct UnknownStation: Error, CustomStringConvertible {
  let id: Station.ID

  var description: String { "There is no station \(id)." }
}
