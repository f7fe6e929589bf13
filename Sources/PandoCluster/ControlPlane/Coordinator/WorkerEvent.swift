package import PandoHosting

/// Something that happened to a worker, as a coordinator saw it.
package struct WorkerEvent: Hashable, Codable, Sendable {
  /// The kinds of what happens to workers.
  package enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
    case joined
    /// Another worker joined from its endpoint.
    case replaced
    case left
    /// It was silent for too long.
    case dead
    /// Its key was revoked.
    case distrusted
    /// A client could not reach it.
    case suspected
    /// It was suspected, and beat again.
    case recovered
    /// It goes out of service, as an operator wants.
    case draining
    /// It goes out of service, as its process is to end.
    case ending
    /// It is in service again.
    case undrained
  }

  /// Its place among all events of the coordinator, from 1.
  package var number: Int
  /// The time of the wall clock, from 1970.
  package var atMilliseconds: Int
  package var kind: Kind
  package var worker: String
  package var name: String
  package var endpoint: String
  package var processID: Int32
  package var hostName: String

  package init(
    number: Int, atMilliseconds: Int, kind: Kind, worker: WorkerID, record: WorkerRecord
  ) {
    self.number = number
    self.atMilliseconds = atMilliseconds
    self.kind = kind
    self.worker = "\(worker)"
    name = record.name
    endpoint = record.endpoint
    processID = record.processID
    hostName = record.hostName
  }
}
