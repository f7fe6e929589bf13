import Foundation
import PandoWire
package import ZeroMQ

/// All that a process needs to take part in a cluster, for a person to carry to its machine: its key, where the
/// coordinators are, and whom it is to trust.
///
/// It travels as a text of one line, its *token*: `pando1.`, a JSON document in base64url, a dot and a checksum.
/// Whoever has the token has the secret key. The checksum finds damage, not malice: who can write a token can write
/// another.
package struct Invitation: Hashable, Sendable {
  /// A key that the holder is to trust.
  package struct Trusted: Codable, Hashable, Sendable {
    package var name: String
    package var key: String
    package var roles: [String]
  }

  package let name: String
  package let roles: Set<KeyRole>
  package let pair: CurveKeyPair
  package let coordinators: [Endpoint]
  /// In the order of their names.
  package let trusted: [(name: String, file: PublicKeyFile)]

  package static let keysAtMost = 1_024
  package static let coordinatorsAtMost = 16
  /// The length of a token.
  package static let bytesAtMost = 256 * 1_024
  /// The beginning of a token that this build writes and reads.
  private static let heading = "pando1"

  private struct Document: Codable {
    var name: String
    var roles: [String]
    var secret: String
    var coordinator: String
    var keys: [Trusted]
  }

  package static func == (one: Invitation, other: Invitation) -> Bool {
    one.token == other.token
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(token) }

  // MARK: - Writing

  /// Makes a key, and an invitation for its holder that trusts those of a keyring whom it will meet.
  ///
  /// The keyring is left as it is: `publicFile` is to be trusted there.
  package init(
    _ name: String, as roles: Set<KeyRole>, coordinators: [Endpoint], keyring: KeyringFolder
  ) throws(KeyError) {
    self.name = name
    self.roles = roles
    self.coordinators = coordinators
    let met = roles.reduce(into: Set<KeyRole>()) { $0.formUnion($1.met) }
    let known = try keyring.read().keyring
    trusted = known.entries.compactMap { key, entry in
      let roles = entry.roles.intersection(met)
      return roles.isEmpty ? nil : (entry.name, PublicKeyFile(key: key, roles: roles))
    }.sorted { $0.name < $1.name }
    guard !known.keys(with: .coordinator).isEmpty else {
      throw KeyError(
        .unknown,
        "Could not invite \(name): the keyring \(keyring.path) has no coordinator's key, so whoever comes could "
          + "trust none. First: pando keys trust FILE --role coordinator --keyring '\(keyring.path)'"
      )
    }
    do throws(ZeroMQError) {
      pair = try .generate()
    } catch {
      throw KeyError(.unreadable, error.message)
    }
    guard trusted.count <= Self.keysAtMost, token.utf8.count <= Self.bytesAtMost else {
      throw KeyError(
        .malformed,
        "Could not invite \(name): \(trusted.count) keys are too many for a token. Make its key there (pando keys "
          + "new), and copy the keyring.")
    }
  }

  /// The public half of the key, as the keyring is to trust it.
  package var publicFile: PublicKeyFile { PublicKeyFile(key: pair.publicKey, roles: roles) }

  /// The text that is the invitation.
  package var token: String {
    let document = Document(
      name: name, roles: Self.text(roles), secret: pair.secretKey.z85,
      coordinator: coordinators.map(\.description).joined(separator: ","),
      keys: trusted.map {
        Trusted(name: $0.name, key: $0.file.key.z85, roles: Self.text($0.file.roles))
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts and lists of texts always encode.
    guard let json = try? encoder.encode(document) else { return "" }
    let payload = json.base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    return "\(Self.heading).\(payload).\(Self.checksum(payload))"
  }

  private static func text(_ roles: Set<KeyRole>) -> [String] {
    KeyRole.allCases.filter(roles.contains).map(\.rawValue)
  }

  private static func checksum(_ payload: some StringProtocol) -> String {
    var hash = StableHash()
    hash.mix(bytes: payload.utf8)
    return hash.value.hexadecimal
  }

  // MARK: - Reading

  /// Reads a token. Throws what is wrong with it.
  package init(token: String) throws(KeyError) {
    let document = try Self.document(token)
    guard KeyName.isValid(document.name) else {
      throw Self.unusable("it is for \"\(document.name.prefix(64))\", which cannot be a key's name")
    }
    guard document.keys.count <= Self.keysAtMost else {
      throw Self.unusable("it has \(document.keys.count) keys, and \(Self.keysAtMost) are the most")
    }
    name = document.name
    roles = try Self.roles(document.roles, of: document.name)
    do throws(ZeroMQError) {
      pair = try CurveKeyPair(secretKey: CurveSecretKey(z85: document.secret))
      coordinators = try Endpoint.list(document.coordinator)
    } catch {
      throw Self.unusable(error.message)
    }
    guard (1...Self.coordinatorsAtMost).contains(coordinators.count),
      coordinators.allSatisfy({ $0.needsKeys && !$0.isWildcard })
    else {
      throw Self.unusable(
        "it names no tcp address of a coordinator, or too many, by \"\(document.coordinator.prefix(256))\""
      )
    }
    var names: Set<String> = []
    var keys: Set<CurveKey> = []
    var trusted: [(name: String, file: PublicKeyFile)] = []
    for entry in document.keys {
      guard KeyName.isValid(entry.name), let key = try? CurveKey(z85: entry.key) else {
        throw Self.unusable("it has a key that cannot be used, \"\(entry.name.prefix(64))\"")
      }
      guard names.insert(entry.name).inserted, keys.insert(key).inserted else {
        throw Self.unusable("it has the key \(entry.name) twice")
      }
      let file = PublicKeyFile(key: key, roles: try Self.roles(entry.roles, of: entry.name))
      trusted.append((entry.name, file))
    }
    self.trusted = trusted
  }

  private static func document(_ token: String) throws(KeyError) -> Document {
    guard token.utf8.count <= bytesAtMost else {
      throw unusable("it has more than \(bytesAtMost) characters")
    }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts[0] == heading else {
      guard parts[0].hasPrefix("pando"), Int(parts[0].dropFirst(5)) != nil, parts.count > 1 else {
        throw unusable("it does not begin with \"\(heading).\", as \"pando keys invite\" writes it")
      }
      throw unusable(
        "it begins with \(parts[0].prefix(16)), and this build reads \(heading). Make it with the build that "
          + "runs here")
    }
    guard parts.count == 3, parts[2] == checksum(parts[1]) else {
      throw unusable(
        "it is damaged: a part of it is missing, or was changed. Take all of its one line. A terminal cuts lines "
          + "at 4095 characters: give a longer one by a pipe or a file")
    }
    var base64 = parts[1].replacing("-", with: "+").replacing("_", with: "/")
    base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
    guard let json = Data(base64Encoded: String(base64)),
      let document = try? JSONDecoder().decode(Document.self, from: json)
    else { throw unusable("what it says cannot be read") }
    return document
  }

  private static func roles(_ words: [String], of name: String) throws(KeyError) -> Set<KeyRole> {
    var roles: Set<KeyRole> = []
    for word in words {
      guard let role = KeyRole(rawValue: word) else {
        throw unusable(
          "it gives \(name) the role \"\(word.prefix(32))\", and this build knows \(KeyRole.list)")
      }
      roles.insert(role)
    }
    guard !roles.isEmpty else { throw unusable("it gives \(name) no role") }
    return roles
  }

  private static func unusable(_ reason: String) -> KeyError {
    KeyError(.malformed, "The invitation cannot be used: \(reason).")
  }
}

extension KeyRole {
  /// The roles of those whom its holder meets, and has to trust.
  fileprivate var met: Set<KeyRole> {
    switch self {
    case .worker: [.coordinator, .client, .operator, .probe]
    case .client, .operator, .probe: [.coordinator, .worker]
    case .coordinator: [.worker, .client, .operator, .probe]
    }
  }
}
