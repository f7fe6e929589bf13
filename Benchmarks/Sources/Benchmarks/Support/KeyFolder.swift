import Foundation
import PandoBenchmarking
import ZeroMQ

/// Keys for one round, in a folder below the system's temporary one.
struct KeyFolder {
  private let path: String
  var keyring: String { path + "/keyring" }

  init() throws {
    let path = FileManager.default.temporaryDirectory.path + "/pando-bench-\(UUID().uuidString)"
    self.path = path
    Benchmark.afterwards { try? FileManager.default.removeItem(atPath: path) }
    try FileManager.default.createDirectory(
      atPath: path + "/keyring", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  /// Makes a key that the keyring trusts, and returns the file of its secret half.
  func make(_ name: String, role: String) throws -> String {
    let pair = try CurveKeyPair.generate()
    let secret = "\(path)/\(name).key"
    try write("secret-key \(pair.secretKey.z85)\n", to: secret, mode: 0o600)
    try write(
      "public-key \(pair.publicKey.z85)\nroles \(role)\n", to: "\(keyring)/\(name).pub", mode: 0o644
    )
    return secret
  }

  private func write(_ text: String, to path: String, mode: Int) throws {
    guard
      FileManager.default.createFile(
        atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode])
    else { throw BenchmarkError("could not write \(path)") }
  }
}
