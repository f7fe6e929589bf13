/// A place where trains stop.
package struct Station: Codable, Equatable, Identifiable, Sendable {
  package let id: String
  package var name: String

  package init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

/// A train that leaves.
package struct Departure: Codable, Equatable, Sendable {
  package var minute: Int
  package var destination: String

  package init(minute: Int, destination: String) {
    self.minute = minute
    self.destination = destination
  }
}
