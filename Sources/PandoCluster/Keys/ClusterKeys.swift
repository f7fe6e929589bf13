import Foundation
package import Logging
package import ZeroMQ

/// The identity of this process on a network, and the keys that it believes: a secret key, and a
/// keyring.
///
/// They are read where a tcp endpoint needs them; an ipc endpoint needs none.
///
///     $0.hosting = .coordinator(
///       "tcp://10.0.0.7:7610", keys: .files(keyring: "/etc/pando/keyring", key: "/etc/pando/app.key"))
public struct ClusterKeys: Hashable, Sendable {
  /// The folder of the keyring; nil where only the environment may say.
  package var keyring: String?
  /// The file of the secret key; nil where only the environment may say.
  package var key: String?

  package init(keyring: String?, key: String?) {
    self.keyring = keyring
    self.key = key
  }

  /// A keyring, and the file that `pando keys new` made for this process. The keyring is read again
  /// whenever it changes.
  public static func files(keyring: String, key: String) -> ClusterKeys {
    ClusterKeys(keyring: keyring, key: key)
  }

  /// The keys that the environment names: `PANDO_KEYRING` and `PANDO_KEY`.
  public static let environment = ClusterKeys(keyring: nil, key: nil)

  /// The folder of the keyring, as it was given or as the environment has it.
  package var keyringPath: String? { keyring ?? Self.variable("PANDO_KEYRING") }

  private var keyPath: String? { key ?? Self.variable("PANDO_KEY") }

  /// The paths of both, of those that are known.
  var paths: [String] { [keyringPath, keyPath].compactMap(\.self) }

  private static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Reads both. `attempt` completes "could not ..." where they are missing.
  package func load(to attempt: String, logger: Logger) throws(KeyError) -> LoadedKeys {
    guard let keyringPath, let keyPath else { throw .noKeys(for: attempt) }
    let pair = try SecretKeyFile(path: keyPath).pair
    // Absolute, so that a command in the log can be run anywhere.
    let folder = KeyringFolder(path: URL(fileURLWithPath: keyringPath).path)
    return LoadedKeys(pair: pair, watch: try .shared(folder, logger: logger))
  }

  /// Reads both if the endpoint needs them.
  package func load(
    for endpoint: Endpoint, to attempt: String, logger: Logger
  ) throws(KeyError) -> LoadedKeys? {
    endpoint.needsKeys ? try load(to: attempt, logger: logger) : nil
  }

  /// Reads both if one of the endpoints needs them. `attempt` is completed by it.
  package func load(
    forAnyOf endpoints: [Endpoint], to attempt: String, logger: Logger
  ) throws(KeyError) -> LoadedKeys? {
    guard let endpoint = endpoints.first(where: \.needsKeys) else { return nil }
    return try load(to: "\(attempt) at \(endpoint)", logger: logger)
  }
}

/// Keys in use.
package struct LoadedKeys: Sendable {
  package let pair: CurveKeyPair
  package let watch: KeyringWatch

  package var keyring: Keyring { watch.keyring }

  /// Says that others with the same keyring will refuse this process, and how to mend it; nil where they will not. Their
  /// keyring counts, so it is a doubt and no refusal.
  func doubt(as role: KeyRole) -> (text: String, remedy: String)? {
    if let failure = watch.failure {
      return ("trusts nobody, as its keyring cannot be read", failure)
    }
    let key = pair.publicKey
    guard let entry = keyring.entries[key], !entry.roles.contains(role) else { return nil }
    let folder = watch.folder.path
    let command = KeyRole.trustCommand(
      key, name: entry.name, entry.roles.union([role]), keyring: folder)
    return (
      """
      has a key, \(entry.name), without the role \(role.rawValue) in its own keyring (it has \(entry.roles.text)): whoever \
      has the same keyring refuses it
      """, command
    )
  }
}

extension LoadedKeys {
  /// Says in the log that others will refuse this process, where its own keyring says so.
  func warn(as role: KeyRole, _ logger: Logger) {
    guard let doubt = doubt(as: role) else { return }
    logger.warning("This process \(doubt.text). To mend that: \(doubt.remedy)")
  }
}

extension Endpoint {
  /// True if who connects there is known by a key: over tcp, on a loopback address too, which every
  /// user of the machine reaches. Who connects over ipc is known by the system.
  package var needsKeys: Bool {
    if case .tcp = address { !UnkeyedNetwork.allows(self) } else { false }
  }
}
