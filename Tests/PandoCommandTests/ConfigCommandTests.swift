import Foundation
import PandoCluster
import Testing

@testable import PandoTool

@Suite("pando config, as a process")
struct ConfigCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(
    _ arguments: String..., environment: [String: String] = [:]
  ) async throws -> Program.Outcome {
    try await Program(arguments, folder: folder, runtime: folder, environment: environment).end()
  }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/settings.json"))
  }

  private func document(_ outcome: Program.Outcome) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return try #require(value as? [String: Any])
  }

  @Test("a file that can be used is said to be so")
  func good() async throws {
    try write(#"{"bind": "ipc:///run/pando/one.sock", "beatMilliseconds": 250}"#)
    let outcome = try await run("config", "check", "settings.json")
    #expect(outcome.code == 0)
    #expect(outcome.output == "settings.json: every setting can be used\n")
    let json = try await run("config", "check", "settings.json", "--json")
    #expect(try document(json)["isUsable"] as? Bool == true)
  }

  @Test("files that are named, and are not there, are told, and are no problem")
  func missing() async throws {
    try write(#"{"keyring": ".", "key": "absent.key"}"#)
    let outcome = try await run("config", "check", "settings.json")
    #expect(outcome.code == 0)
    #expect(
      outcome.error
        == "note: \"key\": here, absent.key cannot be read (No such file or directory)\n")
    let json = try await run("config", "check", "settings.json", "--json")
    #expect((try document(json)["notes"] as? [String])?.count == 1)
  }

  @Test("what is wrong is told on standard error, and as JSON on standard output")
  func wrong() async throws {
    try write("{\n  \"bnd\": \"ipc:///a\"\n}")
    let outcome = try await run("config", "check", "settings.json")
    #expect(outcome.code == 1)
    #expect(outcome.output == "")
    #expect(
      outcome.error
        == "error: settings.json:2: \"bnd\" is no setting; did you mean \"bind\"?\n")
    let json = try await run("config", "check", "settings.json", "--json")
    #expect(json.code == 1)
    let problems = try #require(try document(json)["problems"] as? [[String: String]])
    #expect(problems.map { $0["place"] } == ["settings.json:2"])
  }

  @Test(
    "what the check says of a file is what a daemon says that is to start by it",
    arguments: [
      "{\n  \"bind\": \"ipc:///a\",\n  \"bind\": \"ipc:///b\"\n}",
      "{\n  \"bind\": \"ipc:///a\",\n}", "{\"bind\" \"ipc:///a\"}", "{ // here\n}",
    ])
  func sameWords(text: String) async throws {
    try write(text)
    let check = try await run("config", "check", "settings.json")
    #expect(check.code == 1)
    let problem = check.error.dropFirst("error: ".count)
    for kind in ["coordinator", "worker"] {
      let outcome = try await run(kind, "--config", "settings.json")
      #expect(outcome.code == 64)
      #expect(outcome.error.hasPrefix("Error: " + problem), "\(outcome.error)")
    }
  }

  @Test("a file may be a pipe")
  func pipe() async throws {
    for (text, code, said) in [
      (#"{"beatMilliseconds": 250}"#, 0, "every setting can be used\n"),
      (#"{"beatMilliseconds": 250,}"#, 1, "1:25: it is no JSON: no comma"),
    ] {
      let script = "printf %s '\(text)' | \"$0\" config check /dev/stdin"
      let outcome = try await Program(
        ["-c", script, Program.path], folder: folder, runtime: folder, executable: "/bin/bash"
      ).end()
      #expect(outcome.code == code, "\(outcome.error)")
      #expect(
        (outcome.output + outcome.error).contains("/dev/stdin:\(code == 0 ? " " : "")" + said))
      let substituted = "\"$0\" config check <(printf %s '\(text)')"
      let other = try await Program(
        ["-c", substituted, Program.path], folder: folder, runtime: folder, executable: "/bin/bash"
      ).end()
      #expect(other.code == code, "\(other.error)")
    }
    let shown = try await Program(
      ["-c", #"echo '{"name": "one"}' | "$0" config show --config /dev/stdin"#, Program.path],
      folder: folder, runtime: folder, executable: "/bin/bash"
    ).end()
    #expect(shown.output == "name  one  /dev/stdin\n")
  }

  @Test("a file without end is refused")
  func endless() async throws {
    let outcome = try await run("config", "check", "/dev/zero")
    #expect(outcome.code == 1)
    #expect(outcome.error == "error: /dev/zero: it has more than 1048576 bytes\n")
  }

  @Test("a life of workers that is shorter than two beats is refused by the command, with 64")
  func times() async throws {
    try write(#"{"lifeMilliseconds": 600}"#)
    let check = try await run("config", "check", "settings.json")
    #expect(check.code == 1)
    #expect(check.error.hasPrefix("error: settings.json:1: \"lifeMilliseconds\": A worker that"))
    let endpoint = "ipc://\(folder.path)/c.sock"
    for arguments in [
      ["--config", "settings.json"], ["--life-milliseconds", "999"],
      ["--beat-milliseconds", "1501"],
    ] {
      let outcome = try await Program(
        ["coordinator", "--bind", endpoint] + arguments, folder: folder, runtime: folder
      ).end()
      #expect(outcome.code == 64)
      #expect(outcome.error.contains("twice the interval of its beats"), "\(outcome.error)")
    }
  }

  @Test("each setting is shown with where it stands")
  func show() async throws {
    try write(#"{"name": "one", "key": "/etc/pando/one.key"}"#)
    let outcome = try await run(
      "config", "show", "--config", "settings.json",
      environment: ["PANDO_NAME": "two", "PANDO_KEY": "", "PANDO_KEYRING": ""])
    #expect(outcome.code == 0)
    #expect(
      outcome.output == """
        name  two                 PANDO_NAME
        key   /etc/pando/one.key  settings.json

        """)
    let json = try await run(
      "config", "show", "--json", environment: ["PANDO_CONFIG": "settings.json"])
    let settings = try #require(try document(json)["settings"] as? [[String: String]])
    #expect(settings.map { $0["value"] } == ["one", "/etc/pando/one.key"])
    #expect(try document(json)["file"] as? String == "settings.json")
  }

  @Test("a value that cannot be used is told with where it stands")
  func showWrong() async throws {
    let outcome = try await run("config", "show", environment: ["PANDO_BIND": "nonsense"])
    #expect(outcome.code == 1)
    #expect(outcome.error.hasPrefix("error: PANDO_BIND: "))
  }

  @Test("every setting is an option of the commands that it is said to be of")
  func options() async throws {
    for setting in Setting.allCases {
      for command in setting.commands {
        let help = try await run(command, "--help")
        #expect(help.output.contains(setting.option), "\(command) \(setting.option)")
      }
    }
  }

  @Test("the help lists every setting with its names, its commands and its meaning")
  func list() async throws {
    let help = try await run("config", "--help")
    let text = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for setting in Setting.allCases {
      let names = "\(setting.rawValue) \(setting.option) \(setting.variable)"
      let commands = setting.commands.joined(separator: ", ")
      #expect(text.contains("\(names) \(commands) \(setting.summary)"))
    }
  }

  @Test("a coordinator that is not told where to listen does so where it alone is looked for")
  func place() async throws {
    let endpoint = "ipc://\(folder.path)/c.sock"
    let coordinator = try Program(
      ["coordinator"], folder: folder, runtime: folder, environment: ["PANDO_COORDINATOR": endpoint]
    )
    let outcome = try await run("health", "--coordinator", endpoint, "--timeout", "30")
    #expect(outcome.code == 0, "\(outcome.error)")
    kill(coordinator.processID, SIGTERM)
    #expect(try await coordinator.end().code == 0)
    let lost = try await run(
      "coordinator", environment: ["PANDO_COORDINATOR": "\(endpoint),ipc:///run/other.sock"])
    #expect(lost.code == 64)
    #expect(lost.error.contains("PANDO_BIND"))
  }

  @Test(
    "a coordinator listens where all others look, whatever spaces and repetitions there are",
    arguments: ["ipc:///run/c.sock ", " ipc:///run/c.sock", "ipc:///run/c.sock, ipc:///run/c.sock"])
  func placeWithSpaces(_ text: String) async throws {
    let settings = try Settings(
      options: [:], environment: [Setting.coordinator.variable: text])
    let place = try settings.coordinatorPlace
    #expect("\(place)" == "ipc:///run/c.sock")
  }

  @Test(
    "what is listened at is one endpoint",
    arguments: [
      ["coordinator", "--bind", "tcp://127.0.0.1:1,tcp://127.0.0.1:2"],
      ["coordinator", "--bind", "ipc:///tmp/pando-a,ipc:///tmp/pando-b"],
      ["worker", "--bind", "ipc:///tmp/pando-a,tcp://127.0.0.1:2"],
      [
        "worker", "--bind", "ipc:///tmp/pando-a", "--advertise",
        "ipc:///tmp/pando-a,ipc:///tmp/pando-b",
      ],
    ])
  func single(arguments: [String]) async throws {
    let outcome = try await Program(arguments, folder: folder, runtime: folder).end()
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("one endpoint, no list"), "\(outcome.error)")
    #expect(!FileManager.default.fileExists(atPath: "/tmp/pando-a,ipc:"))
  }

  @Test(
    "what nobody could reach is no place to listen",
    arguments: [
      (["coordinator", "--bind", "inproc://x"], "--bind: Nobody could reach inproc://x"),
      (["worker", "--bind", "inproc://x"], "--bind: Nobody could reach inproc://x"),
      (
        ["worker", "--bind", "ipc:///tmp/pando-a", "--advertise", "inproc://x"],
        "--advertise: Nobody could reach"
      ),
      (
        ["worker", "--bind", "tcp://*:7611", "--coordinator", "ipc:///tmp/pando-c"],
        "--bind: A coordinator cannot tell clients"
      ),
      (
        [
          "worker", "--bind", "ipc:///tmp/pando-a", "--advertise", "tcp://10.0.0.8:*",
          "--coordinator",
          "ipc:///tmp/pando-c",
        ], "--advertise: A coordinator cannot tell clients"
      ),
    ])
  func unreachable(arguments: [String], part: String) async throws {
    let outcome = try await Program(arguments, folder: folder, runtime: folder).end()
    #expect(outcome.code == 64)
    #expect(outcome.error.contains(part), "\(outcome.error)")
  }

  @Test("a coordinator is configured by a file, and asked by the environment")
  func coordinator() async throws {
    let endpoint = "ipc://\(folder.path)/c.sock"
    try write(#"{"bind": "\#(endpoint)", "beatMilliseconds": 50}"#)
    let coordinator = try Program(
      ["coordinator", "--config", "settings.json"], folder: folder, runtime: folder)
    let outcome = try await run(
      "health", "--timeout", "30", environment: ["PANDO_COORDINATOR": endpoint])
    #expect(outcome.code == 0)
    #expect(outcome.output == "coordinator \(endpoint): 0 workers, 0 children\n")
    kill(coordinator.processID, SIGTERM)
    #expect(try await coordinator.end().code == 0)
  }
}
