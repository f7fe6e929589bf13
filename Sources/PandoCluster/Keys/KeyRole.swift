import ZeroMQ

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
  /// Asks coordinators and workers for their health, and nothing else.
  case probe
}

extension KeyRole {
  /// The names of all roles, for messages.
  package static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// Returns the command that lets the holder of a key take on some roles, and no others.
  ///
  /// - Parameters:
  ///   - name: What the keyring calls the key; nil where a person is to name it.
  ///   - keyring: The folder; nil where that is another machine's.
  ///   - choice: Whether a person is to choose one more.
  static func trustCommand(
    _ key: CurveKey, name: String? = nil, _ roles: Set<KeyRole>, keyring: String? = nil,
    choice: Bool = false
  ) -> String {
    var words = ["pando keys trust --public-key='\(key)' --name \(name ?? "NAME")"]
    words += allCases.filter(roles.contains).map { "--role \($0.rawValue)" }
    if choice { words.append("--role ROLE") }
    if let keyring { words.append("--keyring '\(keyring)'") }
    return words.joined(separator: " ")
  }
}

extension Set<KeyRole> {
  /// The roles with commas between, in the order in which they are declared; "none" when empty.
  package var text: String {
    let names = KeyRole.allCases.filter(contains).map(\.rawValue)
    return names.isEmpty ? "none" : names.joined(separator: ", ")
  }
}
