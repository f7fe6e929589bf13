/// The place of a registry in etcd: `etcd://10.0.0.1:2379,10.0.0.2:2379/prefix`.
///
/// With `etcds` for `etcd` the connections are encrypted, and servers are believed by the certificates of the
/// system, unless others are named. The port is 2379 and the prefix `/pando` where they are left out.
public struct EtcdLocation: Hashable, Sendable, CustomStringConvertible {
  /// A member of etcd's cluster.
  public struct Member: Hashable, Sendable, CustomStringConvertible {
    /// A name, or an address, without brackets.
    public let host: String
    /// The port for clients.
    public let port: Int

    /// The host and the port.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// True if nobody on a network can listen to what is said to it.
    public var isLoopback: Bool {
      host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
  }

  /// At least one; the next is used when one does not answer.
  public let members: [Member]
  /// The beginning of every key, without a slash at its end.
  public let prefix: String
  /// True if it says `etcds`.
  public let isEncrypted: Bool

  /// Reads a location.
  ///
  /// - Throws: `EtcdLocationError`, which says what is wrong.
  public init(_ text: String) throws(EtcdLocationError) {
    func problem(_ reason: String) -> EtcdLocationError {
      EtcdLocationError(
        message: """
          "\(text)" names no registry in etcd: \(reason). Write etcd://HOST:2379, several hosts with commas \
          between them, and a prefix for the keys if it is not /pando: etcd://10.0.0.1:2379,10.0.0.2:2379/grove.
          """)
    }
    let scheme = ["etcd://", "etcds://"].first { text.hasPrefix($0) }
    guard let scheme else { throw problem("it does not begin with etcd:// or etcds://") }
    isEncrypted = scheme == "etcds://"
    let rest = text.dropFirst(scheme.count)
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    guard !rest.contains("@") else {
      throw problem("a user and a password do not belong there, where everybody can see them")
    }
    var path = rest[slash...]
    while path.last == "/" { path.removeLast() }
    prefix = path.isEmpty ? "/pando" : String(path)
    var members: [Member] = []
    for part in rest[..<slash].split(separator: ",", omittingEmptySubsequences: false) {
      guard let member = Self.member(part) else { throw problem("\"\(part)\" is no host and port") }
      if !members.contains(member) { members.append(member) }
    }
    self.members = members
  }

  private static func member(_ text: Substring) -> Member? {
    var host = text
    var port: Substring = "2379"
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return nil }
      host = text[text.index(after: text.startIndex)..<end]
      let rest = text[text.index(after: end)...]
      guard rest.isEmpty || rest.first == ":" else { return nil }
      if !rest.isEmpty { port = rest.dropFirst() }
    } else if let colon = text.firstIndex(of: ":") {
      host = text[..<colon]
      port = text[text.index(after: colon)...]
    }
    guard !host.isEmpty, let number = Int(port), (1...65_535).contains(number),
      host.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-._:".contains($0)) })
    else { return nil }
    return Member(host: String(host), port: number)
  }

  /// The location as it is written.
  public var description: String {
    let names = members.map(\.description).joined(separator: ",")
    return "\(isEncrypted ? "etcds" : "etcd")://\(names)\(prefix)"
  }
}

/// Why a text names no registry in etcd.
public struct EtcdLocationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The failure in whole sentences, for a person.
  public let message: String

  /// The message.
  public var description: String { message }
}
