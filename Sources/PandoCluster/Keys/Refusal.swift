package import ZeroMQ

/// Somebody who was not let in, and what would let them in.
package struct Refusal: Hashable, Sendable {
  /// Why.
  package enum Cause: Hashable, Sendable {
    /// The key is in no file of the keyring.
    case unknownKey(CurveKey)
    /// The keyring gives the key other roles.
    case otherRoles(CurveKey, name: String, Set<KeyRole>)
    /// The keyring had the key, and gave it these roles, until it was revoked.
    case revokedKey(CurveKey, name: String, Set<KeyRole>)
    /// It came without a key.
    case noKey
    /// It expected another key than that of this process, as one does that tries several.
    case wrongServerKey
    /// It did not finish its handshake, or what it said is no handshake.
    case noHandshake
    /// Another user of this machine, over ipc.
    case otherUser(UInt32?)

    /// The cause why a key may not do what it would do, by what a keyring says of it.
    init(_ key: CurveKey, in keyring: Keyring) {
      if let entry = keyring.entries[key] {
        self = .otherRoles(key, name: entry.name, entry.roles)
      } else if let entry = keyring.revoked[key] {
        self = .revokedKey(key, name: entry.name, entry.roles)
      } else {
        self = .unknownKey(key)
      }
    }

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
    case .unknownKey(let key), .otherRoles(let key, _, _), .revokedKey(let key, _, _): key.z85
    case .noKey, .wrongServerKey, .noHandshake: "\(cause) \(host ?? "no address")"
    case .otherUser(let user): "user \(user.map(String.init) ?? "unknown")"
    }
  }

  /// The same for people: a key that the keyring has by its name there.
  var name: String {
    switch cause {
    case .otherRoles(_, let name, _), .revokedKey(_, let name, _): "the key \(name)"
    case .unknownKey(let key): "the key \(key)"
    case .noKey, .wrongServerKey, .noHandshake: host.map { "a peer at \($0)" } ?? "a peer"
    case .otherUser: peer
    }
  }

  var isKnownByKey: Bool {
    switch cause {
    case .unknownKey, .otherRoles, .revokedKey: true
    case .noKey, .wrongServerKey, .noHandshake, .otherUser: false
    }
  }

  /// True if nothing is known of the peer.
  var isAnonymous: Bool { !isKnownByKey && address == nil }

  /// The host that it comes from, where that is known.
  var host: String? { address.map(Self.host) }

  /// Returns the host of an address as connections have it, `10.0.0.7:40122` or `[fe80::1]:40122`, and as requests for
  /// admission have it, without brackets and port.
  static func host(of address: String) -> String {
    if address.hasPrefix("[") { return host(of: String(address.dropFirst().prefix { $0 != "]" })) }
    // Requests name the interface of a link-local one, too.
    if let percent = address.firstIndex(of: "%") { return String(address[..<percent]) }
    let parts = address.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 ? String(parts[0]) : address
  }

  /// True if it tells little that it was refused once or twice: a connection that breaks off or a scan of ports is
  /// mostly nobody who wants to be let in, and a peer that expects another's key mostly tries ours next.
  var isVague: Bool {
    switch cause {
    case .noHandshake, .wrongServerKey: true
    case .unknownKey, .otherRoles, .revokedKey, .noKey, .otherUser: false
    }
  }

  /// The refusal in words.
  package struct Explanation: Equatable, Sendable {
    /// A sentence for the log and for the peer, with the command that allows it.
    package var message: String
    /// The same without the peer and the command, to be read behind its name.
    package var clause: String
    /// The remedy; nil where there is none to tell.
    package var remedy: String?
  }

  /// Returns what was tried, by whom, why not, and what allows it.
  ///
  /// - Parameters:
  ///   - ourKey: The public key of this process.
  ///   - ourRole: The role that others trust it with.
  ///   - isReadable: False where the keyring cannot be read, so that nobody is trusted.
  package func explanation(
    keyring: String, ourKey: CurveKey?, ourRole: KeyRole = .coordinator, isReadable: Bool = true
  ) -> Explanation {
    let who = address.map { "A peer at \($0)" } ?? "A peer"
    let tried = "was refused when it tried to \(deed.map(\.attempt) ?? "connect")"
    let place = address.map { " from \($0)" } ?? ""
    func explain(_ why: String, _ peer: String = "it", _ remedy: String?) -> Explanation {
      Explanation(
        message: "\(who) \(tried): \(peer) \(why)." + (remedy.map { " \($0)" } ?? ""),
        clause: "\(tried)\(place): it \(why)", remedy: remedy)
    }
    if !isReadable, isKnownByKey {
      return explain(
        "may be trusted, but the keyring \(keyring) cannot be read", "its key",
        "The log of the process that has the keyring says how to mend it.")
    }
    switch cause {
    case .unknownKey(let key):
      return explain(
        "is not in the keyring \(keyring)", "its key \(key)", permit(key, nil, [], keyring))
    case .otherRoles(let key, let name, let has):
      return explain(
        "has other roles (\(has.text))", "its key, \(name),", permit(key, name, has, keyring))
    case .revokedKey(let key, let name, let had):
      return explain(
        "was revoked", "its key, \(name),", permit(key, name, had, keyring, again: true))
    case .noKey:
      return explain(
        "came without a key", "it",
        """
        Give it one (pando keys new NAME), and trust that here: \
        pando keys trust NAME.pub --role \(roles.first?.rawValue ?? "ROLE") --keyring '\(keyring)'
        """)
    case .wrongServerKey:
      return explain(
        "expected the key of another process", "it",
        """
        One that trusts several coordinators tries the key of each, and comes again with ours. If it does not, it \
        lacks our key; where it runs: \
        \(ourKey.map { KeyRole.trustCommand($0, [ourRole]) } ?? "pando keys trust")
        """)
    case .noHandshake:
      return explain(
        "came without a key, or did not speak ZeroMQ's protocol, or went before its handshake was done",
        "it", nil)
    case .otherUser(let user):
      return explain(
        """
        runs as user \(user.map(String.init) ?? "unknown"), and over ipc only the user that runs this process may
        """, "it", "Run it as the same user, or connect over tcp with keys.")
    }
  }

  /// Returns the command that gives the key the role that it needs, beside those that it has or had: the command replaces
  /// them all. Where several would do, a word stands for the one that a person is to choose.
  private func permit(
    _ key: CurveKey, _ name: String?, _ has: Set<KeyRole>, _ keyring: String, again: Bool = false
  ) -> String {
    let needed = again && roles.contains(where: has.contains) ? [] : roles
    let command = KeyRole.trustCommand(
      key, name: name, has.union(needed.count == 1 ? needed : []), keyring: keyring,
      choice: needed.count > 1)
    let list = needed.map(\.rawValue).joined(separator: ", ")
    return "To allow it\(again ? " again" : ""): \(command)"
      + (needed.count > 1 ? " (ROLE is one of \(list))" : "")
  }
}
