import Foundation
import Logging
import ZeroMQ

@testable import PandoCluster

/// A keyring, and the secret keys of those who take part in a test, made for it alone.
final class TestKeys: Sendable {
  let path: String
  var folder: KeyringFolder { KeyringFolder(path: path + "/keyring") }

  /// Makes a key for each name, trusted with the roles that are given.
  init(_ roles: [String: Set<KeyRole>]) throws {
    var template = Array("/tmp/pando-keys-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "no temporary directory")
    path = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
    mkdir(path + "/keyring", 0o755)
    for (name, roles) in roles {
      try make(name)
      if !roles.isEmpty { try trust(name, roles) }
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  @discardableResult
  func make(_ name: String) throws -> CurveKey {
    try NewKeyFiles.make(name, in: path).key
  }

  func publicKey(_ name: String) throws -> CurveKey {
    try PublicKeyFile(path: "\(path)/\(name).pub").key
  }

  func trust(_ name: String, _ roles: Set<KeyRole>) throws {
    try folder.trust(PublicKeyFile(key: publicKey(name), roles: roles), name: name)
  }

  func revoke(_ name: String) throws { try folder.revoke(name) }

  func secretPath(_ name: String) -> String { "\(path)/\(name).key" }

  /// Returns the keys of a process with this key and the keyring.
  func keys(_ name: String) -> ClusterKeys {
    .files(keyring: folder.path, key: secretPath(name))
  }

  /// The same, with another keyring, in which nothing is but what `name` trusts.
  func keys(_ name: String, trusting trusted: [String: Set<KeyRole>]) throws -> ClusterKeys {
    let own = KeyringFolder(path: "\(path)/keyring-of-\(name)")
    for (name, roles) in trusted {
      try own.trust(PublicKeyFile(key: publicKey(name), roles: roles), name: name)
    }
    return .files(keyring: own.path, key: secretPath(name))
  }

  func loaded(_ name: String) throws -> LoadedKeys {
    try keys(name).load(to: "test", logger: .quiet)
  }
}

/// A port of the loopback address that was free a moment ago.
func freeEndpoint() throws -> Endpoint {
  let context = try Context()
  var socket = try context.socket(.dealer)
  return try socket.bind(Endpoint("tcp://127.0.0.1:*"))
}
