package import PandoHosting

/// Something that happened to a worker, or to somebody who was refused, as a coordinator saw it.
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
    /// Somebody may not do something: a worker that may not join, a key that is not trusted.
    case refused
    /// No worker takes a feature's children.
    case unplaced
  }

  /// Its place among all events of the coordinator, from 1.
  package var number: Int
  /// The time of the wall clock, from 1970.
  package var atMilliseconds: Int
  package var kind: Kind
  /// The worker's id; of somebody who was refused, what tells the refusals of one name apart.
  package var worker: String
  package var name: String
  package var endpoint: String
  package var processID: Int32
  package var hostName: String
  /// The event in a clause behind the name, where the kind does not say it all.
  package var reason: String?
  /// The remedy, where the kind of problem does not say it.
  package var advice: String?
  /// The number of times that it happened.
  package var count = 1
  /// True if it may be nobody who wants to be let in, unless it goes on; nil where nobody says.
  package var isVague: Bool?
  /// True if the keys have changed since: whoever is refused still, is so again. Nil for
  /// false.
  package var isOver: Bool?

  package init(
    number: Int, atMilliseconds: Int, kind: Kind, worker: WorkerID, record: WorkerRecord,
    reason: String? = nil
  ) {
    self.number = number
    self.atMilliseconds = atMilliseconds
    self.kind = kind
    self.worker = "\(worker)"
    name = record.name
    endpoint = record.endpoint
    processID = record.processID
    hostName = record.hostName
    self.reason = reason
  }

  init(
    number: Int, atMilliseconds: Int, kind: Kind, key: String, name: String, reason: String,
    advice: String?, isVague: Bool
  ) {
    self.number = number
    self.atMilliseconds = atMilliseconds
    self.kind = kind
    worker = key
    self.name = name
    self.reason = reason
    self.advice = advice
    self.isVague = isVague
    endpoint = ""
    processID = 0
    hostName = ""
  }

  /// The kind of problem that the event is; nil where it is none.
  package var problem: ProblemKind? {
    switch kind {
    case .replaced: .replaced
    case .dead: .dead
    case .distrusted: .distrusted
    case .suspected: .suspected
    case .refused: .refused
    case .unplaced: .unplaced
    case .joined, .left, .recovered, .draining, .ending, .undrained: nil
    }
  }

  /// A text to be read behind the name.
  package var text: String {
    let place = "process \(processID) on \(hostName), \(endpoint)"
    return switch kind {
    case .joined: "joined: \(place)"
    case .left: "left: \(place)"
    case .replaced: "was replaced by another at its endpoint: \(place)"
    case .dead: "was taken for dead, as it was silent for too long: \(place)"
    case .distrusted: "was forgotten, as \(reason ?? "its key was revoked"): \(place)"
    case .suspected: "is suspected dead: a program could not reach it"
    case .recovered: "was suspected dead, and beats again"
    case .draining: "drains, as an operator wants"
    case .ending: "drains, as its process is to end"
    case .undrained: "is in service again"
    case .refused: reason ?? "was refused"
    case .unplaced: reason ?? "was not placed"
    }
  }
}
