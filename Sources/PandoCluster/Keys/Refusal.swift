package import ZeroMQ

/// Somebody who was not let in, and what would let them in.
package struct Refusal: Hashable, Sendable {
  /// Why.
  package enum Cause: Hashable, Sendable {
    /// The key is in no file of the keyring.
    case unknownKey(CurveKey)
    /// The keyring gives the key other roles.
    case otherRoles(CurveKey, name: String, Set<KeyRole>)
    /// It came without a key.
    case noKey
    /// It expected another key than that of this process, as one does that tries several.
    case wrongServerKey
    /// It did not finish its handshake, or what it said is no handshake.
    case noHandshake
    /// Another user of this machine, over ipc.
    case otherUser(UInt32?)

    /// The cause that may well stand behind this one: a peer without a key finishes no handshake.
    var general: Self { self == .noHandshake ? .noKey : self }
  }

  package var cause: Cause
  /// Where it comes from; nil where that is not known any more.
  package var address: String?
  /// The deed that it tried; nil when it did not come so far.
  package var deed: KeyDeed?
  /// The roles that its key would need; several where it is not known what it wants.
  package var roles: [KeyRole]

  package init(_ cause: Cause, from address: String?, deed: KeyDeed? = nil, roles: [KeyRole]) {
    self.cause = cause
    self.address = address
    self.deed = deed
    self.roles = roles
  }

  /// The name of one peer: its key where there is one, or else its address without the port.
  var peer: String {
    switch cause {
    case .unknownKey(let key), .otherRoles(let key, _, _): key.z85
    case .noKey, .wrongServerKey, .noHandshake: "\(cause) \(host)"
    case .otherUser(let user): "user \(user.map(String.init) ?? "unknown")"
    }
  }

  /// The same for people: a key that the keyring has by its name there.
  var name: String {
    switch cause {
    case .otherRoles(_, let name, _): "the key \(name)"
    case .unknownKey(let key): "the key \(key)"
    case .noKey, .wrongServerKey, .noHandshake: "a peer at \(host)"
    case .otherUser: peer
    }
  }

  var isKnownByKey: Bool {
    switch cause {
    case .unknownKey, .otherRoles: true
    case .noKey, .wrongServerKey, .noHandshake, .otherUser: false
    }
  }

  /// True if nothing is known of the peer.
  var isAnonymous: Bool { !isKnownByKey && address == nil }

  private var host: String {
    guard let address, let colon = address.lastIndex(of: ":") else { return address ?? "unknown" }
    return String(address[..<colon])
  }

  /// Returns a text that says what was tried, by whom, why not, and the command that allows it.
  ///
  /// - Parameter ourKey: The public key of this process.
  package func message(keyring: String, ourKey: CurveKey?) -> String {
    let who = address.map { "A peer at \($0)" } ?? "A peer"
    let attempt = deed.map(\.attempt) ?? "connect"
    let start = "\(who) was refused when it tried to \(attempt):"
    switch cause {
    case .unknownKey(let key):
      return
        "\(start) its key \(key) is not in the keyring \(keyring). \(permit(key, nil, roles, keyring))"
    case .otherRoles(let key, let name, let has):
      let wanted = KeyRole.allCases.filter { has.contains($0) || roles == [$0] }
      return
        "\(start) its key, \(name), has other roles (\(has.text)). \(permit(key, name, wanted, keyring))"
    case .noKey:
      return """
        \(start) it came without a key. Give it one (pando keys new NAME), and trust that here: \
        pando keys trust NAME.pub --role \(roles.first?.rawValue ?? "ROLE") --keyring '\(keyring)'
        """
    case .wrongServerKey:
      return """
        \(start) it expected the key of another process. One that trusts several coordinators tries the key \
        of each, and comes again with ours. If it does not, it lacks our key; where it runs: \
        pando keys trust --public-key='\(ourKey?.z85 ?? "KEY")' --name NAME --role ROLE
        """
    case .noHandshake:
      return """
        \(start) it came without a key, or did not speak ZeroMQ's protocol, or went before its handshake was \
        done.
        """
    case .otherUser(let user):
      return """
        \(start) it runs as user \(user.map(String.init) ?? "unknown"), and over ipc only the user that \
        runs this process may. Run it as the same user, or connect over tcp with keys.
        """
    }
  }

  /// The options that give roles; where it is not known which is meant, a word that stands for one.
  private static func options(_ roles: [KeyRole]) -> String {
    roles.map { "--role \($0.rawValue)" }.joined(separator: " ")
  }

  private func permit(
    _ key: CurveKey, _ name: String?, _ roles: [KeyRole], _ keyring: String
  ) -> String {
    let choice = deed == nil && roles.count > 1
    let options = choice ? "--role ROLE" : Self.options(roles)
    return """
      To allow it: pando keys trust --public-key='\(key)' --name \(name ?? "NAME") \(options) \
      --keyring '\(keyring)'\(choice ? " (the roles are \(roles.map(\.rawValue).joined(separator: ", ")))" : "")
      """
  }
}
