import Foundation
import Testing

@testable import PandoTool

@Suite("pando keys, as a process")
struct KeysCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ arguments: String...) async throws -> Program.Outcome {
    try await Program(arguments, folder: folder, runtime: folder).end()
  }

  private func document(_ outcome: Program.Outcome) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return try #require(value as? [String: Any])
  }

  private func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test("a key is made, trusted, listed and revoked")
  func wholeLife() async throws {
    let made = try await run("keys", "new", "w1", "--json")
    #expect(made.code == 0)
    let key = try #require(try document(made)["publicKey"] as? String)
    #expect(try mode("w1.key") == 0o600)
    #expect(try mode("w1.pub") == 0o644)
    let text = try String(contentsOfFile: "\(folder.path)/w1.key", encoding: .utf8)
    let secret = try #require(text.split(separator: "\n").last?.split(separator: " ").last)
    #expect(!made.output.contains(secret))

    let trusted = try await run(
      "keys", "trust", "w1.pub", "--role", "worker", "--role", "client", "--keyring", "ring")
    #expect(trusted.code == 0)
    #expect(trusted.output == "w1 is trusted in ring, as client, worker\n")

    let table = try await run("keys", "list", "--keyring", "ring")
    #expect(table.code == 0)
    #expect(
      table.output == "name  roles           public key\nw1    client, worker  \(key)\n")
    let list = try await run("keys", "list", "--keyring", "ring", "--json")
    let keys = try #require(try document(list)["keys"] as? [[String: Any]])
    #expect(keys.count == 1)
    #expect(keys.first?["name"] as? String == "w1")
    #expect(keys.first?["roles"] as? [String] == ["client", "worker"])

    let revoked = try await run("keys", "revoke", "w1", "--keyring", "ring", "--json")
    #expect(revoked.code == 0)
    #expect(try document(revoked)["publicKey"] as? String == key)
    let empty = try await run("keys", "list", "--keyring", "ring")
    #expect(empty.output.hasPrefix("the keyring ring is empty"))
  }

  @Test(
    "a key is revoked where others may write to its file, and no success is told of a file without a key"
  )
  func unsafeFiles() async throws {
    #expect(try await run("keys", "new", "w1").code == 0)
    let trust = ["keys", "trust", "w1.pub", "--role", "worker", "--keyring", "ring"]
    #expect(try await Program(trust, folder: folder, runtime: folder).end().code == 0)
    let ring = folder.path + "/ring"
    try FileManager.default.copyItem(atPath: ring + "/w1.pub", toPath: ring + "/copy.pub")
    chmod(ring + "/w1.pub", 0o666)
    let revoked = try await run("keys", "revoke", "w1", "--keyring", "ring")
    #expect(revoked.code == 0, "\(revoked.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: ring) == [])
    try "nonsense".write(toFile: ring + "/w1.pub", atomically: false, encoding: .utf8)
    let untold = try await run("keys", "revoke", "w1", "--keyring", "ring")
    #expect(untold.code == 1)
    #expect(untold.output == "")
    #expect(untold.error.contains("does not tell which key it held"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: ring) == [])
  }

  @Test("a key is trusted by itself, as a refusal's command has it")
  func byKey() async throws {
    let made = try await run("keys", "new", "w1", "--json")
    let key = try #require(try document(made)["publicKey"] as? String)
    let trusted = try await run(
      "keys", "trust", "--public-key=\(key)", "--name", "other", "--role", "operator", "--keyring",
      "ring")
    #expect(trusted.output == "other is trusted in ring, as operator\n")
  }

  @Test("what cannot be done says what, where and how to mend it, on standard error")
  func failures() async throws {
    #expect(try await run("keys", "new", "w1").code == 0)
    #expect(try await run("keys", "new", "w2").code == 0)
    #expect(
      try await run("keys", "trust", "w1.pub", "--role", "worker", "--keyring", "ring").code == 0)
    let failures: [([String], String)] = [
      (["keys", "new", "w1"], "w1.key: it exists"),
      (["keys", "revoke", "w3", "--keyring", "ring"], "It has w1."),
      (["keys", "list", "--keyring", "nowhere"], "nowhere"),
      (["keys", "trust", "none.pub", "--role", "worker", "--keyring", "ring"], "none.pub"),
      (
        ["keys", "trust", "w1.key", "--role", "worker", "--keyring", "ring"],
        "w1.key is the secret half; give w1.pub"
      ),
      (
        ["keys", "trust", "w2.pub", "--name", "w1", "--role", "worker", "--keyring", "ring"],
        "pando keys revoke w1"
      ),
    ]
    for (arguments, part) in failures {
      let outcome = try await Program(arguments, folder: folder, runtime: folder).end()
      #expect(outcome.code == 1, "\(arguments)")
      #expect(outcome.output == "")
      #expect(outcome.error.hasPrefix("error: "))
      #expect(outcome.error.contains(part), "\(outcome.error)")
    }
  }

  @Test(
    "a command line that cannot be used is refused with 64",
    arguments: [
      ["keys", "new", "a/b"], ["keys", "new", "-a"], ["keys", "trust", "w1.pub"],
      ["keys", "trust", "w1.pub", "--role", "boss", "--keyring", "ring"],
      ["keys", "trust", "--role", "worker", "--keyring", "ring"],
      [
        "keys", "trust", "--public-key=abc", "--name", "a", "--role", "worker", "--keyring", "ring",
      ],
      ["keys", "list"], ["keys", "revoke", "w1"],
    ])
  func usage(arguments: [String]) async throws {
    let outcome = try await Program(arguments, folder: folder, runtime: folder).end()
    #expect(outcome.code == 64)
    #expect(outcome.error.hasPrefix("Error: "))
  }

  @Test("a file of a keyring that cannot be used is told, and the others are listed")
  func badFile() async throws {
    #expect(try await run("keys", "new", "w1").code == 0)
    #expect(
      try await run("keys", "trust", "w1.pub", "--role", "worker", "--keyring", "ring").code == 0)
    try "nonsense".write(toFile: "\(folder.path)/ring/bad.pub", atomically: false, encoding: .utf8)
    let outcome = try await run("keys", "list", "--keyring", "ring")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("w1"))
    #expect(outcome.error.contains("ring/bad.pub begins its line 1"))
  }

  @Test("the daemons and the status take keys, by options or by the environment's variables")
  func help() async throws {
    for command in ["coordinator", "worker", "status"] {
      let outcome = try await run(command, "--help")
      for word in ["--keyring", "--key", "PANDO_KEYRING", "PANDO_KEY"] {
        #expect(outcome.output.contains(word), "\(command) \(word)")
      }
    }
  }
}
