/// A part that the holder of a key may play in a cluster.
public enum KeyRole: String, Codable, Hashable, Sendable, CaseIterable {
  /// A program that has its features hosted: it asks coordinators for places, and uses workers.
  case client
  /// Hosts features: it joins coordinators, and clients hand it states.
  case worker
  /// Names workers to clients.
  case coordinator
  /// Asks coordinators what they know, and workers whether they are there; takes workers out of service.
  case `operator`
}

extension KeyRole {
  /// The names of all roles, for messages.
  package static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension Set<KeyRole> {
  /// The roles with commas between, in the order in which they are declared; "none" when empty.
  package var text: String {
    let names = KeyRole.allCases.filter(contains).map(\.rawValue)
    return names.isEmpty ? "none" : names.joined(separator: ", ")
  }
}
