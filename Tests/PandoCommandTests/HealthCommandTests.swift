import Foundation
import ProgramSupport
import Testing

@testable import PandoTool

@Suite("pando health, as a process", .serialized)
struct HealthCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ arguments: String...) async throws -> Program.Outcome {
    try await Program(arguments, folder: folder, runtime: folder).end()
  }

  private func start(_ arguments: String..., environment: [String: String] = [:]) throws -> Program
  {
    try Program(arguments, folder: folder, runtime: folder, environment: environment)
  }

  private var coordinator: String { "ipc://\(folder.path)/c.sock" }
  private var worker: String { "ipc://\(folder.path)/w.sock" }

  @Test("a coordinator and its worker are healthy, and each that is missing is not")
  func both() async throws {
    let first = try start("coordinator", "--bind", coordinator)
    let second = try start("worker", "--bind", worker, "--coordinator", coordinator)
    let alone = try await run("health", "--worker", worker, "--timeout", "30")
    #expect(alone.code == 0)
    #expect(alone.output == "worker \(worker): 0 children\n")
    let joined = try await run(
      "health", "--coordinator", coordinator, "--at-least", "1", "--timeout", "30")
    #expect(joined.code == 0)
    #expect(joined.output == "coordinator \(coordinator): 1 worker, 0 children\n")
    let few = try await run(
      "health", "--coordinator", coordinator, "--at-least", "2", "--timeout", "0.3")
    #expect(few.code == 1)
    #expect(few.error.contains("knows 1 worker after 300 ms, and 2 are wanted"))
    let json = try await run(
      "health", "--coordinator", coordinator, "--worker", worker, "--json", "--timeout", "30")
    let value = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
    let document = try #require(value as? [String: Any])
    #expect(document["isHealthy"] as? Bool == true)
    #expect((document["coordinator"] as? [String: Any])?["workers"] as? Int == 1)
    #expect((document["worker"] as? [String: Any])?["endpoint"] as? String == worker)

    kill(second.processID, SIGTERM)
    #expect(try await second.end().code == 0)
    let gone = try await run(
      "health", "--coordinator", coordinator, "--worker", worker, "--json", "--timeout", "0.5")
    #expect(gone.code == 1)
    let rest = try JSONSerialization.jsonObject(with: Data(gone.output.utf8)) as? [String: Any]
    #expect(rest?["isHealthy"] as? Bool == false)
    #expect((rest?["failures"] as? [String])?.count == 1)
    kill(first.processID, SIGTERM)
    #expect(try await first.end().code == 0)
    let nobody = try await run("health", "--coordinator", coordinator, "--timeout", "0.2")
    #expect(nobody.code == 1)
    #expect(nobody.error.hasPrefix("error: "))
  }

  @Test(
    "what cannot be asked is refused",
    arguments: [
      ["--worker", "nonsense"], ["--worker", "ipc:///a", "--at-least", "1"],
      ["--worker", "ipc:///a", "--timeout", "0"], ["--coordinator", "nonsense"],
      ["--worker", "inproc://x"], ["--coordinator", "inproc://x"], [],
    ])
  func refused(arguments: [String]) async throws {
    let outcome = try await Program(["health"] + arguments, folder: folder, runtime: folder).end()
    #expect(outcome.code == 64)
    #expect(outcome.error.hasPrefix("Error: "))
  }

  @Test("a coordinator tells a service manager that it is ready, lives, reloads and stops")
  func serviceManager() async throws {
    let listener = DatagramListener(isAbstract: true)
    let program = try start(
      "coordinator", "--bind", coordinator,
      environment: ["NOTIFY_SOCKET": listener.name, "WATCHDOG_USEC": "100000"])
    try await wait("it lives") { listener.count(of: "WATCHDOG=1") > 2 }
    #expect(listener.place(of: "READY=1") == 0)
    #expect(try await run("health", "--coordinator", coordinator, "--timeout", "30").code == 0)
    kill(program.processID, SIGHUP)
    try await wait("it has reloaded") { listener.count(of: "READY=1") == 2 }
    #expect(listener.count(of: "RELOADING=1") == 1)
    kill(program.processID, SIGTERM)
    #expect(try await program.end().code == 0)
    try await wait("it has said that it stops") { listener.place(of: "STOPPING=1") != nil }
  }

  private func wait(_ what: String, for condition: () -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while !condition() {
      try #require(ContinuousClock.now < deadline, "it never came about that \(what)")
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
