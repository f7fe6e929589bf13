import Foundation
import ProgramSupport
import Testing

@testable import PandoTool

@Suite("The address of a daemon, as a process", .serialized, .timeLimit(.minutes(15)))
struct AddressTests {
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

  private func endpoint(_ name: String) -> String { "ipc://\(folder.path)/run/\(name).sock" }

  private func remove(_ names: String...) {
    for name in names { unlink("\(folder.path)/run/\(name)") }
  }

  private func wait(_ what: String, for condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while try await !condition() {
      try #require(ContinuousClock.now < deadline, "it never came about that \(what)")
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  private func isHealthy(_ kind: String, _ endpoint: String) async throws -> Bool {
    try await run("health", "--\(kind)", endpoint, "--timeout", "1").code == 0
  }

  private func end(_ programs: Program...) async throws {
    for program in programs {
      kill(program.processID, SIGTERM)
      #expect(try await program.end().code == 0)
    }
  }

  @Test(
    "a daemon whose files a cleaner removes can be reached again, and leaves nothing at its end")
  func cleaned() async throws {
    let coordinator = try start("coordinator", "--bind", endpoint("c"))
    let worker = try start("worker", "--bind", endpoint("w"), "--coordinator", endpoint("c"))
    for (kind, name) in [("coordinator", "c"), ("worker", "w")] {
      try await wait("the \(kind) answers") { try await isHealthy(kind, endpoint(name)) }
    }
    remove("c.sock", "c.sock.lock", "w.sock", "w.sock.lock")
    #expect(rmdir("\(folder.path)/run") == 0)
    for (kind, name) in [("coordinator", "c"), ("worker", "w")] {
      try await wait("the \(kind) answers again") { try await isHealthy(kind, endpoint(name)) }
    }
    #expect(coordinator.errorText.contains("it listens there again"))
    #expect(worker.errorText.contains("it listens there again"))
    let known = try await run("health", "--coordinator", endpoint("c"), "--at-least", "1")
    #expect(known.code == 0, "\(known.error)")
    // A cleaner leaves sockets that are in use, and removes files beside them.
    remove("c.sock.lock", "w.sock.lock")
    let names = ["c.sock", "c.sock.lock", "w.sock", "w.sock.lock"]
    try await wait("the locks are back") {
      try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/run").sorted() == names
    }
    try await end(worker, coordinator)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/run") == [])
  }

  @Test(
    "a daemon whose address another has taken ends, says why, and leaves the other's files",
    arguments: ["coordinator", "worker"])
  func successor(kind: String) async throws {
    let address = endpoint("a")
    let first = try start(kind, "--bind", address)
    try await wait("it answers") { try await isHealthy(kind, address) }
    // While it stands still, it cannot listen again.
    kill(first.processID, SIGSTOP)
    remove("a.sock", "a.sock.lock")
    let second = try start(kind, "--bind", address)
    try await wait("the other answers") { try await isHealthy(kind, address) }
    kill(first.processID, SIGCONT)
    let outcome = try await first.end()
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("process \(second.processID) listens there"), "\(outcome.error)")
    #expect(outcome.error.contains("Nobody new can connect to \(address)"))
    #expect(try await isHealthy(kind, address), "the other is there as before")
    try await end(second)
  }

  @Test("a daemon that is told to end while another has its address leaves the other's files")
  func endedBeforeItNoticed() async throws {
    let first = try start("worker", "--bind", endpoint("a"))
    try await wait("it answers") { try await isHealthy("worker", endpoint("a")) }
    kill(first.processID, SIGSTOP)
    remove("a.sock", "a.sock.lock")
    let second = try start("worker", "--bind", endpoint("a"))
    try await wait("the other answers") { try await isHealthy("worker", endpoint("a")) }
    kill(first.processID, SIGINT)
    kill(first.processID, SIGCONT)
    _ = try await first.end()
    #expect(try await isHealthy("worker", endpoint("a")))
    try await end(second)
  }

  @Test("a worker whose address is gone and cannot be had is shown so, until it can")
  func shown() async throws {
    let listener = DatagramListener(isAbstract: true)
    let coordinator = try start("coordinator", "--bind", endpoint("c"))
    let worker = try start(
      "worker", "--bind", endpoint("w"), "--coordinator", endpoint("c"),
      environment: ["NOTIFY_SOCKET": listener.name])
    let joined = try await run(
      "health", "--coordinator", endpoint("c"), "--at-least", "1", "--timeout", "60")
    #expect(joined.code == 0, "\(joined.error)")
    // No daemon removes what is no socket.
    let file = try folder.write("what a person put there", to: "run/file")
    #expect(rename(file, "\(folder.path)/run/w.sock") == 0)
    let status = { try await run("status", "--coordinator", endpoint("c")).output }
    try await wait("it is shown") { try await status().contains("ready ADDRESS GONE") }
    #expect(listener.heard.contains { $0.contains("STATUS=ITS ADDRESS IS GONE") })
    #expect(worker.errorText.contains("exists and is not a socket"))
    let few = try await run(
      "health", "--coordinator", endpoint("c"), "--at-least", "1", "--timeout", "0.3")
    #expect(few.code == 1)
    remove("w.sock")
    try await wait("it is no longer shown") { try await !status().contains("ADDRESS GONE") }
    try await wait("it answers") { try await isHealthy("worker", endpoint("w")) }
    try await end(worker, coordinator)
  }
}
