import ClusterFeatures
import Foundation
import Glibc
import Pando
import PandoHosting
import Testing
import ZeroMQ

@testable import PandoCluster

/// A worker that others use, started with `--sandbox`: real processes, behind a real coordinator or by its endpoint.
@Suite(
  "A worker for others in a sandbox", .serialized, .timeLimit(.minutes(10)),
  .enabled(if: Landlock.version >= 4, "this kernel restricts no ports, or may not"))
struct ConfinedServiceTests {
  private static let rights = Sandbox(memory: .megabytes(512), openFiles: 64)
  private static let file = #"{"openFiles": 64, "megabytes": 512}"#

  /// A worker, and where it is.
  private final class Service {
    let process = Process()
    let errors: String

    init(
      _ folder: String, _ name: String, _ arguments: [String] = [],
      sandbox: String? = ConfinedServiceTests.file, bind: String? = nil,
      environment: [String: String] = [:]
    ) throws {
      let own = "\(folder)/\(name)"
      try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
      errors = "\(folder)/\(name).errors"
      try Data((sandbox ?? "").utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).json"))
      process.executableURL = URL(fileURLWithPath: ClusterProgram.path)
      process.arguments =
        ["worker", "--bind", bind ?? "ipc://\(own)/s", "--name", name]
        + (sandbox == nil ? [] : ["--sandbox", "\(folder)/\(name).json"]) + arguments
      process.environment = ProcessInfo.processInfo.environment
        .merging(["PANDO_TEST_SECRET": "a secret", "SWIFT_BACKTRACE": "enable=no"]) { $1 }
        .merging(environment) { $1 }
      _ = FileManager.default.createFile(atPath: errors, contents: nil)
      process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
      try process.run()
    }

    /// The process that hosts.
    var child: Int32? { childProcesses(of: process.processIdentifier).first }

    var said: String { (try? String(contentsOfFile: errors, encoding: .utf8)) ?? "" }

    func end() {
      if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
      process.waitUntilExit()
    }
  }

  /// A coordinator, for as long as `body` runs.
  private func withCoordinator(
    at endpoint: Endpoint, keys: ClusterKeys = .environment,
    _ body: () async throws -> Void
  ) async throws {
    var configuration = CoordinatorConfiguration(endpoint: endpoint, keys: keys)
    configuration.beatIntervalMilliseconds = 100
    configuration.lifeMilliseconds = 3_000
    let service = CoordinatorService(configuration: configuration, logger: .quiet)
    let coordinator = Task { try await service.run() }
    let result: Result<Void, any Error>
    do {
      try await body()
      result = .success(())
    } catch {
      result = .failure(error)
    }
    coordinator.cancel()
    try? await coordinator.value
    try result.get()
  }

  private func prison(
    _ count: Int, _ hosting: Hosting, _ sandbox: Sandbox? = ConfinedServiceTests.rights
  ) -> StoreOf<Prison> {
    Store(initialState: Prison.State(count)) {
      Prison(sandbox)
    } withDependencies: {
      $0.hosting = hosting
    }
  }

  private static func element(_ id: Int, _ action: Prisoner.Action) -> Prison.Action {
    .prisoners(.element(id: id, action: action))
  }

  @Test("is the place of children that declare its rights, and holds them to those")
  func deeds() async throws {
    try await withFolder { folder in
      let endpoint = try Endpoint("ipc://\(folder)/coordinator.sock")
      try await withCoordinator(at: endpoint) {
        let open = try Service(folder, "open", ["--coordinator", "\(endpoint)"], sandbox: nil)
        let closed = try Service(folder, "closed", ["--coordinator", "\(endpoint)"])
        defer { for service in [open, closed] { service.end() } }
        try await eventually("both have joined") {
          try await ClusterStatus.ask(coordinatorAt: endpoint).workers.count == 2
        }
        let status = try await ClusterStatus.ask(coordinatorAt: endpoint).workers
        #expect(status.first { $0.name == "closed" }?.labels == [Self.rights.label])
        #expect(status.first { $0.name == "open" }?.labels == [])
        let store = prison(2, .coordinator("\(endpoint)"))
        await store.send(Self.element(0, .ask)).finish()
        await store.send(Self.element(1, .askInEffect)).finish()
        let child = try #require(closed.child)
        #expect(store.state.prisoners.allSatisfy { $0.processes == [child] })
        let deeds: [(Intruder.Deed, Int32)] = [
          (.init("read", "/etc/passwd"), EACCES), (.init("read", "\(folder)/closed.json"), EACCES),
          (.init("list", folder), EACCES), (.init("unlink", "\(folder)/closed.json"), EACCES),
          (.init("write", "\(folder)/closed/more"), EACCES), (.init("fork"), EPERM),
          (.init("udp", "", 9), EPERM), (.init("listen"), EPERM),
          (.init("kill", "", Int(closed.process.processIdentifier)), EPERM),
          (.init("variable", "PANDO_TEST_SECRET"), ENOENT),
        ]
        for (deed, _) in deeds {
          for isOnOwnThread in [false, true] {
            var deed = deed
            deed.isOnOwnThread = isOnOwnThread
            await store.send(Self.element(0, .attempt(deed))).finish()
          }
        }
        let expected = deeds.flatMap { [$0.1, $0.1] }
        #expect(store.state.prisoners[id: 0]?.outcomes == expected)
        await store.stop()
      }
    }
  }

  @Test("moves its children to another when it is stopped, and when it is told to end")
  func drain() async throws {
    try await withFolder { folder in
      let endpoint = try Endpoint("ipc://\(folder)/coordinator.sock")
      try await withCoordinator(at: endpoint) {
        let services = try ["one", "two"].map {
          try Service(folder, $0, ["--coordinator", "\(endpoint)"])
        }
        defer { for service in services { service.end() } }
        try await eventually("both have joined") {
          try await ClusterStatus.ask(coordinatorAt: endpoint).workers.count == 2
        }
        let store = prison(1, .coordinator("\(endpoint)", silenceMilliseconds: 1_000))
        await store.send(Self.element(0, .ask)).finish()
        let first = try #require(store.state.prisoners[id: 0]?.processes.last)
        let home = try #require(services.first { $0.child == first })
        let other = try #require(services.first { $0.child != first })
        // The service does not beat for a child that is stopped.
        try await stop(first)
        await store.send(Self.element(0, .ask)).finish()
        #expect(store.state.prisoners[id: 0]?.processes.last == other.child)
        try await eventually("the coordinator has missed it") {
          try await ClusterStatus.ask(coordinatorAt: endpoint).workers.map(\.name)
            == [other.process.arguments?[4]]
        }
        kill(first, SIGCONT)
        try await eventually("it has joined again") {
          try await ClusterStatus.ask(coordinatorAt: endpoint).workers.count == 2
        }
        kill(other.process.processIdentifier, SIGTERM)
        try await eventually("it has ended") { !other.process.isRunning }
        #expect(other.process.terminationStatus == 0)
        await store.send(Self.element(0, .ask)).finish()
        #expect(store.state.prisoners[id: 0]?.processes.last == home.child)
        await store.stop()
      }
    }
  }

  @Test("takes a port and keys of its own, and finds its coordinator over the network")
  func network() async throws {
    let keys = try TestKeys([
      "coordinator": [.coordinator], "worker": [.worker], "app": [.client, .operator],
    ])
    let (endpoint, place) = (try freeEndpoint(), try freeEndpoint())
    try await withFolder { folder in
      try await withCoordinator(at: endpoint, keys: keys.keys("coordinator")) {
        let service = try Service(
          folder, "closed",
          [
            "--coordinator", "\(endpoint)", "--keyring", keys.folder.path, "--key",
            keys.secretPath("worker"), "--metrics", "127.0.0.1:0",
          ], bind: "\(place)")
        defer { service.end() }
        let store = prison(
          1,
          .coordinator("\(endpoint)", keys: keys.keys("app"), placementTimeoutMilliseconds: 60_000))
        await store.send(Self.element(0, .ask)).finish()
        let child = try #require(service.child)
        #expect(store.state.prisoners[id: 0]?.processes == [child])
        await store.send(Self.element(0, .attempt(.init("tcp", "", 9)))).finish()
        #expect(store.state.prisoners[id: 0]?.outcomes == [EPERM])
        #expect(service.said.contains("Metrics are served"), "\(service.said)")
        await store.stop()
      }
    }
  }

  @Test("ends with the process that started it, and that ends as it does")
  func ends() async throws {
    try await withFolder { folder in
      let first = try Service(folder, "first")
      defer { first.end() }
      try await eventually("it hosts") { first.said.contains("listens at") }
      let child = try #require(first.child)
      kill(first.process.processIdentifier, SIGKILL)
      try await eventually("both have ended") { !isAlive(child) }
      let second = try Service(folder, "second")
      defer { second.end() }
      try await eventually("it hosts") { second.said.contains("listens at") }
      kill(try #require(second.child), SIGKILL)
      try await eventually("both have ended") { !second.process.isRunning }
      #expect(second.process.terminationStatus == 1)
      #expect(second.said.contains("ended by signal 9"))
      let third = try Service(folder, "third")
      defer { third.end() }
      try await eventually("it hosts") { third.said.contains("listens at") }
      kill(third.process.processIdentifier, SIGINT)
      try await eventually("both have ended") { !third.process.isRunning }
      #expect(third.process.terminationStatus == 0)
    }
  }

  @Test("is ended where an action takes more processor time than its file allows")
  func processorTime() async throws {
    try await withFolder { folder in
      let service = try Service(folder, "closed", sandbox: #"{"processorSeconds": 0.5}"#)
      defer { service.end() }
      let store = prison(
        1, .workers(at: ["ipc://\(folder)/closed/s"]),
        Sandbox(processorTime: .milliseconds(500)))
      await store.send(Self.element(0, .ask)).finish()
      let child = try #require(service.child)
      #expect(store.state.prisoners[id: 0]?.processes == [child])
      store.send(Self.element(0, .spin))
      try await eventually("it was ended") { !service.process.isRunning }
      #expect(service.process.terminationStatus == 1)
      #expect(service.said.contains("of processor time"), "\(service.said)")
      await store.stop()
    }
  }

  @Test("is ended where it is not confined, and tells why")
  func liar() async throws {
    try await withFolder { folder in
      let service = try Service(
        folder, "closed", sandbox: #"{"environment": ["PANDO_TEST_LIES"]}"#,
        environment: ["PANDO_TEST_LIES": "1"])
      defer { service.end() }
      try await eventually("it has ended") { !service.process.isRunning }
      #expect(service.process.terminationStatus == 1)
      #expect(service.said.contains("has no filter of system calls"), "\(service.said)")
    }
  }

  @Test("hosts no children without its sandbox, which would lie open to those in it")
  func others() async throws {
    try await withFolder { folder in
      let closed = try Service(folder, "closed")
      defer { closed.end() }
      let store = prison(
        1, .workers(at: ["ipc://\(folder)/closed/s"], placementTimeoutMilliseconds: 2_000), nil)
      await store.send(Self.element(0, .ask)).finish()
      #expect(store.state.prisoners[id: 0]?.processes == [])
      await store.stop()
    }
  }

  @Test("is ended by the kernel where it does not end, or says what it was not asked")
  func unruly() async throws {
    try await withFolder { folder in
      let first = try Service(folder, "first")
      defer { first.end() }
      try await eventually("it hosts") { first.said.contains("listens at") }
      try await stop(try #require(first.child))
      kill(first.process.processIdentifier, SIGINT)
      try await eventually("both have ended") { !first.process.isRunning }
      let second = try Service(folder, "second")
      defer { second.end() }
      try await eventually("it hosts") { second.said.contains("listens at") }
      let child = try #require(second.child)
      let store = prison(1, .workers(at: ["ipc://\(folder)/second/s"]))
      // On its end of the line to the service.
      store.send(Self.element(0, .attempt(.init("say", "{}", 3))))
      try await eventually("both have ended") { !second.process.isRunning }
      await store.stop()
      #expect(second.process.terminationStatus == 1)
      #expect(!isAlive(child))
    }
  }

  @Test("ends where the file of its socket is gone, as it may not listen again")
  func address() async throws {
    try await withFolder { folder in
      let service = try Service(folder, "closed")
      defer { service.end() }
      try await eventually("it hosts") { service.said.contains("listens at") }
      unlink("\(folder)/closed/s")
      try await eventually("it has ended") { !service.process.isRunning }
      #expect(service.process.terminationStatus == 1)
      #expect(service.said.contains("may not listen again"), "\(service.said)")
    }
  }

  @Test("has all that it prints in the log of the service, however long that is")
  func output() async throws {
    try await withFolder { folder in
      let service = try Service(folder, "closed", ["--log-level", "debug"])
      defer { service.end() }
      try await eventually("it hosts") { service.said.contains("listens at") }
      for number in 0..<200 where service.said.utf8.count < 8_000 {
        let store = prison(1, .workers(at: ["ipc://\(folder)/closed/s"]))
        await store.send(Self.element(0, .ask)).finish()
        #expect(store.state.prisoners[id: 0]?.processes.count == 1, "\(number)")
        await store.stop()
      }
      kill(service.process.processIdentifier, SIGTERM)
      try await eventually("it has ended") { !service.process.isRunning }
      #expect(service.said.contains("drains: 0 children"))
    }
  }

  @Test("is missed where none has the rights, with words that tell how to start one")
  func missing() async throws {
    try await withFolder { folder in
      let open = try Service(folder, "open", ["--label", "gpu"], sandbox: nil)
      let closed = try Service(
        folder, "closed", sandbox: #"{"openFiles": 65, "megabytes": 512}"#)
      defer { for service in [open, closed] { service.end() } }
      let places = ["open", "closed"].map { "ipc://\(folder)/\($0)/s" }
      let store = prison(1, .workers(at: places, placementTimeoutMilliseconds: 2_000))
      await store.send(Self.element(0, .ask)).finish()
      #expect(store.state.prisoners[id: 0]?.processes == [])
      let words = "\(store.hostedChildren)"
      #expect(words.contains("labels \(Self.rights.label)"), "\(words)")
      await store.stop()
    }
  }

  @Test(
    "is not started by a file that makes no sense, nor where it could harm others",
    arguments: [
      ("{}", "", "inhabited", "may remove the files beside its socket"),
      (#"{"sharing": "never"}"#, "", "", "Leave \"sharing\" out"),
      (#"{"megabytes": 5}"#, "", "", "at least 128"),
      (#"{"memory": 512}"#, "", "", "memory"),
      (#"{"read": ["/nowhere/at/all"]}"#, "", "", "/nowhere/at/all"),
      ("{}", "--ends-with-input", "", "--ends-with-input"),
      ("{}", "--label=sandbox-9eb7003017354f4b", "", "would say that the worker is in a sandbox"),
      (#"{"readWrite": ["FOLDER/closed.json"]}"#, "", "", "Name a folder of their own"),
    ])
  func refused(_ file: String, _ option: String, _ beside: String, _ words: String) async throws {
    try await withFolder { folder in
      if !beside.isEmpty {
        let own = "\(folder)/closed"
        try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: "\(own)/\(beside)"))
      }
      let service = try Service(
        folder, "closed", option.isEmpty ? [] : [option],
        sandbox: file.replacingOccurrences(of: "FOLDER", with: folder))
      defer { service.end() }
      try await eventually("it has ended") { !service.process.isRunning }
      #expect(service.process.terminationStatus != 0)
      #expect(service.said.contains(words), "\(service.said)")
    }
  }

  @Test("has a label that its rights alone make")
  func labels() {
    let rights = Sandbox(
      files: .read(["/b", "/a"]), network: .connect(toPorts: [443, 80]),
      environment: .only(["LANG", "TZ"]))
    var same = Sandbox(
      files: .read(["/a", "/b", "/a"]), network: .connect(toPorts: [80, 443]),
      environment: .only(["TZ", "LANG"]), enforcement: .bestEffort)
    #expect(rights.label == same.label)
    same.openFiles = 3
    #expect(rights.label != same.label)
    // It stands in the command lines and registries of other builds.
    #expect(Sandbox().label == "sandbox-9eb7003017354f4b")
  }
}
