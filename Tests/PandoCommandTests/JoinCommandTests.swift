import Foundation
import Testing

@testable import PandoTool

@Suite("pando keys invite and pando join, as processes", .serialized)
struct JoinCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(
    _ arguments: String..., input: String? = nil, environment: [String: String] = [:]
  ) async throws -> Program.Outcome {
    let file = try input.map { try folder.write($0, to: "input") }
    defer { if let file { unlink(file) } }
    return try await Program(
      arguments, folder: folder, runtime: folder, environment: environment, input: file
    ).end()
  }

  /// Makes a keyring with a coordinator, and other keys.
  private func prepare() async throws {
    for (name, role) in [("c", "coordinator"), ("boss", "operator"), ("app", "client")] {
      #expect(try await run("keys", "new", name).code == 0)
      let trusted = try await run(
        "keys", "trust", "\(name).pub", "--role", role, "--keyring", "ring")
      #expect(trusted.code == 0)
    }
  }

  private func invite(
    _ name: String, _ role: String, at endpoint: String = "tcp://10.0.0.7:7610"
  ) async throws -> String {
    let outcome = try await run(
      "keys", "invite", name, "--role", role, "--coordinator", endpoint, "--keyring", "ring")
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(outcome.error.contains("Whoever has this token is \(name)"))
    return outcome.output
  }

  @Test("a token is accepted once and again, and a worker, a client and others hear what is next")
  func accepted() async throws {
    try await prepare()
    for (name, role, next) in [
      ("w2", "worker", "pando worker --name w2 --bind tcp://HOST:7611"),
      ("a2", "client", "and start your program"), ("o2", "operator", "pando status"),
      ("p2", "probe", "pando health"),
    ] {
      let token = try await invite(name, role)
      #expect(
        token.hasPrefix("pando1.") && token.hasSuffix("\n") && !token.dropLast().contains("\n"))
      for text in [token, "\n  " + token + "\nmore", String(token.dropLast())] {
        let joined = try await run("join", "--directory", name, input: text)
        #expect(joined.code == 0, "\(joined.error)")
        #expect(
          joined.output.contains(
            "next: set -a; . '\(folder.path)/\(name)/pando.env'; set +a; \(next)"),
          "\(joined.output)")
      }
    }
    // Whoever made it keeps no copy of the secret.
    #expect(try folder.entries.filter { $0.hasPrefix("w2") } == ["w2"])
    let list = try await run("keys", "list", "--keyring", "w2/keyring")
    #expect(list.output.split(separator: "\n").count == 4)
  }

  @Test("with --json both print one document")
  func json() async throws {
    try await prepare()
    let made = try await run(
      "keys", "invite", "w2", "--role", "worker", "--coordinator", "tcp://10.0.0.7:7610",
      "--keyring", "ring", "--json")
    let document = try JSONSerialization.jsonObject(with: Data(made.output.utf8)) as? [String: Any]
    let token = try #require(document?["token"] as? String)
    let joined = try await run("join", "--json", input: token)
    let files = try JSONSerialization.jsonObject(with: Data(joined.output.utf8)) as? [String: Any]
    #expect(files?["publicKey"] as? String == document?["publicKey"] as? String)
    #expect(files?["keyFile"] as? String == "\(folder.path)/w2.key")
    #expect((files?["trusted"] as? [[String: Any]])?.count == 3)
  }

  @Test("what is no token, is damaged or is for a folder that is taken writes nothing")
  func refused() async throws {
    try await prepare()
    let token = try await invite("w2", "worker")
    let inputs: [(String?, String)] = [
      (nil, "No token came"), ("", "No token came"), (" \n \n", "No token came"),
      ("hello\n", "does not begin with"), (String(token.dropLast(9)), "is damaged"),
      ("pando9" + token.dropFirst(6), "this build reads pando1"),
      (String(repeating: "a", count: 1 << 20), "more than 262144"),
    ]
    for (input, part) in inputs {
      let outcome = try await run("join", "--directory", "there", input: input)
      #expect(outcome.code == 1)
      #expect(outcome.output == "")
      #expect(outcome.error.contains(part), "\(outcome.error)")
    }
    #expect(try !folder.entries.contains("there"))
    #expect(try await run("join", "--directory", "there", input: token).code == 0)
    _ = try await run("keys", "revoke", "w2", "--keyring", "ring")
    let other = try await run(
      "join", "--directory", "there", input: try await invite("w2", "worker"))
    #expect(other.code == 1)
    #expect(other.error.contains("w2.key holds another key, and stays"))
  }

  @Test("a name that is taken, and a keyring without a coordinator, are no invitation")
  func notInvited() async throws {
    try await prepare()
    let failures: [([String], String)] = [
      (["app", "--keyring", "ring"], "pando keys revoke app"),
      (["w2", "--keyring", "empty"], "has no coordinator's key"),
      (["w2", "--keyring", "nowhere"], "nowhere"),
    ]
    try FileManager.default.createDirectory(
      atPath: folder.path + "/empty", withIntermediateDirectories: false)
    for (arguments, part) in failures {
      let outcome = try await Program(
        ["keys", "invite", "--role", "worker", "--coordinator", "tcp://10.0.0.7:7610"] + arguments,
        folder: folder, runtime: folder
      ).end()
      #expect(outcome.code == 1 && outcome.output == "")
      #expect(outcome.error.contains(part), "\(outcome.error)")
    }
  }

  @Test(
    "a command line that cannot be used is refused with 64",
    arguments: [
      [
        "keys", "invite", "a/b", "--role", "worker", "--coordinator", "tcp://a:1", "--keyring", "r",
      ],
      ["keys", "invite", "a", "--coordinator", "tcp://a:1", "--keyring", "r"],
      [
        "keys", "invite", "a", "--role", "coordinator", "--coordinator", "tcp://a:1", "--keyring",
        "r",
      ],
      ["keys", "invite", "a", "--role", "worker", "--coordinator", "ipc:///a", "--keyring", "r"],
      ["keys", "invite", "a", "--role", "worker", "--coordinator", "tcp://*:1", "--keyring", "r"],
      ["keys", "invite", "a", "--role", "worker", "--coordinator", "nonsense", "--keyring", "r"],
      ["keys", "invite", "a", "--role", "worker", "--coordinator", "tcp://a:1"],
      ["keys", "invite", "a", "--role", "worker", "--keyring", "r"], ["join", "pando1.a.b"],
    ])
  func usage(arguments: [String]) async throws {
    let outcome = try await Program(arguments, folder: folder, runtime: folder).end()
    #expect(outcome.code == 64)
    #expect(outcome.error.hasPrefix("Error: "))
  }

  @Test("a worker that joined starts with its pando.env, and the coordinator has it ready")
  func daemons() async throws {
    try await prepare()
    let keys = ["--keyring", "ring", "--key"]
    let (endpoint, place) = ("tcp://127.0.0.1:\(freePort())", "tcp://127.0.0.1:\(freePort())")
    let coordinator = try Program(
      ["coordinator", "--bind", endpoint] + keys + ["c.key"], folder: folder, runtime: folder)
    defer { kill(coordinator.processID, SIGKILL) }
    let joined = try await run(
      "join", "--directory", "there", input: try await invite("w2", "worker", at: endpoint))
    #expect(joined.code == 0, "\(joined.error)")

    // As the command that is printed does it: a shell reads the file.
    let worker = try Program(
      [
        "-c",
        "set -a; . '\(folder.path)/there/pando.env'; set +a; "
          + "exec '\(Program.path)' worker --name w2 --bind \(place)",
      ], folder: folder, runtime: folder, executable: "/bin/sh")
    defer { kill(worker.processID, SIGKILL) }
    let ready = try await Program(
      ["health", "--coordinator", endpoint, "--at-least", "1", "--timeout", "60"] + keys
        + ["boss.key"], folder: folder, runtime: folder
    ).end()
    #expect(ready.code == 0, "\(ready.error) \(worker.errorText)")
    let status = try await Program(
      ["status", "--coordinator", endpoint, "--json"] + keys + ["boss.key"], folder: folder,
      runtime: folder
    ).end()
    let document = try JSONSerialization.jsonObject(with: Data(status.output.utf8))
    let workers = try #require((document as? [String: Any])?["workers"] as? [[String: Any]])
    #expect(workers.map { $0["name"] as? String } == ["w2"])
    #expect(workers.map { $0["state"] as? String } == ["ready"])
    kill(worker.processID, SIGTERM)
    #expect(try await worker.end().code == 0)
    kill(coordinator.processID, SIGTERM)
    #expect(try await coordinator.end().code == 0)
  }
}
