import ClusterFeatures
import Foundation
import Glibc
import Pando
import PandoHosting
import PandoWire
import Testing
import ZeroMQ

@testable import PandoCluster

/// Refusals as those hear them who were refused. The commands that messages suggest are run by the real `pando`.
@Suite("Who is refused hears why, once, with the command that mends it", .serialized)
struct RefusedPeerTests {
  /// The state of a peer's key in the coordinator's keyring.
  enum Trust: CaseIterable {
    case unknown, otherRole, ofCoordinators, revoked

    /// The roles that it has at first, of one that needs `role`.
    func roles(for role: KeyRole) -> Set<KeyRole> {
      switch self {
      case .unknown: []
      case .otherRole: role == .client ? [.worker] : [.client]
      case .ofCoordinators: [.coordinator]
      case .revoked: [role]
      }
    }
  }

  private func cluster(_ trust: Trust, as role: KeyRole) throws -> KeyedCluster {
    var roles: [String: Set<KeyRole>] = [
      "coordinator": [.coordinator], "boss": [.operator], "one": [.worker],
    ]
    roles["peer"] = trust.roles(for: role)
    return try KeyedCluster(roles)
  }

  private func withCoordinator(
    _ trust: Trust, as role: KeyRole,
    _ body: (KeyedCluster, Endpoint, RecordingLog) async throws -> Void
  ) async throws {
    let cluster = try cluster(trust, as: role)
    let log = RecordingLog()
    var configuration = CoordinatorConfiguration(
      endpoint: try Endpoint("tcp://127.0.0.1:*"), keys: cluster.keys.keys("coordinator"))
    configuration.beatIntervalMilliseconds = 100
    let coordinator = try await RunningCoordinator(configuration, logger: log.logger)
    defer { cluster.discard() }
    try await body(cluster, coordinator.endpoint, log)
    try await coordinator.stop()
  }

  private func names(_ endpoint: Endpoint, _ cluster: KeyedCluster) async -> [String]? {
    let status = try? await ClusterStatus.ask(
      coordinatorAt: endpoint, keys: cluster.keys.keys("boss"))
    return status?.workers.map(\.name).sorted()
  }

  /// Runs the last command that a text suggests, with the keyring of the test where it names none.
  private func runSuggestion(
    of text: String, choosing role: KeyRole? = nil, in keyring: String
  ) async throws {
    let pattern = /pando (keys trust(?: --[a-z-]+[ =](?:'[^']*'|[A-Za-z0-9_.\/-]+))+)/
    var command = String(
      try #require(text.matches(of: pattern).last, "it suggests no command: \(text)").output.1)
    if let role { command = command.replacing("--role ROLE", with: "--role \(role)") }
    let outcome = try await FinishedProgram.run(
      shell: "exec \"$0\" \(command)", "pando", environment: ["PANDO_KEYRING": keyring])
    #expect(outcome.status == 0, "\(command): \(outcome.errors)")
  }

  @Test(
    "a worker: it joins once the command was run, and never takes the coordinator for away",
    arguments: Trust.allCases)
  func worker(_ trust: Trust) async throws {
    try await withCoordinator(trust, as: .worker) { cluster, endpoint, _ in
      let worker = try cluster.startWorker("peer", arguments: ["--coordinator", "\(endpoint)"])
      if trust == .revoked {
        try await eventually("it has joined") { await names(endpoint, cluster) == ["peer"] }
        try cluster.keys.revoke("peer")
      }
      try await eventually("it tells why: \(worker.log)") {
        worker.count("No coordinator lets this process in") == 1
      }
      try await runSuggestion(of: worker.log, in: cluster.keys.folder.path)
      try await eventually("it has joined: \(worker.log)") {
        await names(endpoint, cluster) == ["peer"]
      }
      try await eventually("it says so") {
        worker.count("The coordinator lets this process in.") == 1
      }
      #expect(worker.count("No coordinator lets this process in") == 1)
      #expect(worker.process.isRunning)
      // A beat may be on its way when a key is revoked, and its connection is lost then.
      if trust != .revoked { #expect(worker.count("is unreachable") == 0) }
    }
  }

  @Test(
    "a worker: the coordinator's own line has a command that lets it in, too",
    arguments: Trust.allCases)
  func workerInTheLog(_ trust: Trust) async throws {
    try await withCoordinator(trust, as: .worker) { cluster, endpoint, log in
      _ = try cluster.startWorker("peer", arguments: ["--coordinator", "\(endpoint)"])
      if trust == .revoked {
        try await eventually("it has joined") { await names(endpoint, cluster) == ["peer"] }
        try cluster.keys.revoke("peer")
      }
      var line: String?
      try await eventually("it is told of") {
        line = log.lines.first { $0.contains("pando keys trust") }
        return line != nil
      }
      #expect(line?.contains("without a key") == false)
      #expect(line?.contains("was revoked") == (trust == .revoked), "\(log.lines)")
      try await runSuggestion(of: line ?? "", choosing: .worker, in: cluster.keys.folder.path)
      try await eventually("it has joined") { await names(endpoint, cluster) == ["peer"] }
      let vague = log.lines.filter { $0.contains("without a key") }
      #expect(vague == [], "\(log.lines)")
    }
  }

  @Test(
    "an operator: the command ends at once, long before its time has passed",
    arguments: [Trust.unknown, .otherRole, .ofCoordinators])
  func operators(_ trust: Trust) async throws {
    try await withCoordinator(trust, as: .operator) { cluster, endpoint, _ in
      let keys = [
        "--keyring", cluster.keys.folder.path, "--key", cluster.keys.secretPath("peer"),
        "--coordinator", "\(endpoint)",
      ]
      for arguments in [["status"], ["health", "--timeout", "3600"], ["drain", "nobody"]] {
        let outcome = try await FinishedProgram.run("pando", arguments + keys)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("pando keys trust"), "\(arguments): \(outcome.errors)")
        #expect(!outcome.errors.contains("nobody answered"))
      }
      let refused = try await FinishedProgram.run("pando", ["status"] + keys)
      try await runSuggestion(of: refused.errors, in: cluster.keys.folder.path)
      var last = refused
      try await eventually("it is let in: \(last.errors)") {
        last = try await FinishedProgram.run("pando", ["status"] + keys)
        return last.status == 0
      }
    }
  }

  @Test(
    "a program: its child goes on once the command was run",
    arguments: [Trust.unknown, .otherRole, .ofCoordinators])
  func program(_ trust: Trust) async throws {
    try await withCoordinator(trust, as: .client) { cluster, endpoint, log in
      _ = try cluster.startWorker("one", arguments: ["--coordinator", "\(endpoint)"])
      try await eventually("it has joined") { await names(endpoint, cluster) == ["one"] }
      let hosting = Hosting.coordinator(
        "\(endpoint)", keys: cluster.keys.keys("peer"), placementTimeoutMilliseconds: 60_000)
      try await withStore(hosting) { store in
        store.send(.open)
        store.send(.only(.up))
        var line: String?
        try await eventually("it is told of") {
          line = log.lines.first { $0.contains("pando keys trust") }
          return line != nil
        }
        try await runSuggestion(of: line ?? "", choosing: .client, in: cluster.keys.folder.path)
        try await eventually("the action has committed", within: 60) {
          store.state.only?.count == 1
        }
      }
    }
  }

  @Test(
    "a coordinator that a worker does not trust: its line has the command for the worker's keyring")
  func distrustedCoordinator() async throws {
    try await withCoordinator(.revoked, as: .worker) { cluster, endpoint, log in
      try cluster.keys.make("other")
      guard
        let own = try cluster.keys.keys("peer", trusting: ["other": [.coordinator]]).keyringPath
      else { throw NeverHappened() }
      let worker = try cluster.startWorker(
        "peer", arguments: ["--coordinator", "\(endpoint)", "--keyring", own])
      try await eventually("it tells why: \(worker.log)") {
        worker.count("ends every handshake") == 1
      }
      #expect(worker.count("is unreachable") == 0)
      var line: String?
      try await eventually("the coordinator tells of it") {
        line = log.lines.first { $0.contains("it lacks our key") }
        return line != nil
      }
      try await runSuggestion(of: line ?? "", in: own)
      try await eventually("it has joined: \(worker.log)") {
        await names(endpoint, cluster) == ["peer"]
      }
    }
  }

  @Test("a worker that shares no version with any coordinator ends, with a status of its own")
  func versions() async throws {
    try await withFolder { folder in
      let liar = LyingPeer(at: try .ipc(path: folder + "/c.sock")) { bytes in
        let message = bytes.withUnsafeBytes { IncomingMessage($0, limits: .standard) }
        guard case .call(let call) = message else { return [] }
        var writer = WireWriter()
        ControlFrame(kind: .versions, call: call.call, version: 9).encode(into: &writer)
        writer.appendVarint(7)
        writer.appendVarint(9)
        return [writer.finish()]
      }
      defer { liar.stop() }
      for (program, worker) in [("pando", "one"), ("ClusterProgram", "two")] {
        let outcome = try await FinishedProgram.run(
          program,
          [
            "worker", "--bind", "ipc://\(folder)/\(worker).sock", "--coordinator",
            "\(liar.endpoint)",
          ])
        #expect(outcome.status == LastingRefusal.exitStatus)
        #expect(outcome.errors.contains("versions 7 to 9"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("is unreachable"))
      }
    }
  }

  @Test("a worker whose name no coordinator takes does not start, and says which")
  func longName() async throws {
    try await withFolder { folder in
      let outcome = try await FinishedProgram.run(
        "ClusterProgram",
        [
          "worker", "--bind", "ipc://\(folder)/w.sock", "--coordinator", "ipc://\(folder)/c.sock",
          "--name", "oak" + String(repeating: "x", count: CoordinatorLimits.textBytes),
        ])
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("may have \(CoordinatorLimits.textBytes) bytes"))
      #expect(outcome.errors.contains("\"oakxxx"))
    }
  }

  @Test("a daemon whose own keyring gives its key other roles says so as it starts")
  func ownRoles() async throws {
    let keys = try TestKeys(["one": [.client], "two": [.worker]])
    let log = RecordingLog()
    for (name, count) in [("one", 1), ("two", 1)] {
      var configuration = WorkerConfiguration(endpoint: try freeEndpoint(), name: name)
      configuration.keys = keys.keys(name)
      configuration.logger = log.logger
      _ = try WorkerService(Feature { Shard() }, configuration: configuration)
      #expect(log.lines.count { $0.contains("whoever has the same keyring refuses it") } == count)
    }
    #expect(
      log.lines.contains { $0.contains("--name one --role client --role worker --keyring") })
  }

  @Test("what a key that is trusted under another name lacks is a command in the error")
  func otherName() async throws {
    let keys = try TestKeys(["peer": [.client]])
    let key = try keys.publicKey("peer")
    let outcome = try await FinishedProgram.run(
      "pando",
      [
        "keys", "trust", "--public-key=\(key)", "--name", "NAME", "--role", "worker", "--keyring",
        keys.folder.path,
      ])
    #expect(outcome.status == 1)
    try await runSuggestion(of: outcome.errors, in: keys.folder.path)
    #expect(try keys.folder.read().keyring.entries[key]?.roles == [.client, .worker])
  }

  @Test("a path that is no socket, and a host without an address, are told as such")
  func nowhere() async throws {
    try await withFolder { folder in
      let file = folder + "/c.sock"
      try "text".write(toFile: file, atomically: true, encoding: .utf8)
      let noSocket = try await FinishedProgram.run(
        "pando", ["health", "--coordinator", "ipc://\(file)", "--timeout", "3600"])
      #expect(noSocket.status == 1)
      #expect(noSocket.errors.contains("the file is not a socket"), "\(noSocket.errors)")
      let keys = try TestKeys(["peer": [.operator], "one": [.coordinator, .worker]])
      // An empty part keeps name services from being asked.
      for place in ["--coordinator", "--worker"] {
        let noHost = try await FinishedProgram.run(
          "pando",
          [
            "health", place, "tcp://pando..invalid:7610", "--keyring", keys.folder.path, "--key",
            keys.secretPath("peer"), "--timeout", "1",
          ])
        #expect(noHost.status == 1)
        #expect(
          noHost.errors.contains("no address is known for the host pando..invalid"),
          "\(noHost.errors)")
      }
    }
  }

  @Test("a child that waits for a worker at a host without an address hears so")
  func hostlessWorker() async throws {
    let keys = try TestKeys(["peer": [.client], "one": [.worker]])
    let hosting = Hosting.workers(
      at: ["tcp://pando..invalid:7611"], keys: keys.keys("peer"),
      placementTimeoutMilliseconds: 2_000)
    try await withBackend(hosting) { backend, client in
      let lane = LaneID(rawValue: 1)
      _ = backend.place(lane, hostedFeature { Shard() }, group: nil, in: .shared)
      try await eventually("the lane has heard") { client.record.unhostable[lane] != nil }
      let reason = client.record.unhostable[lane] ?? ""
      #expect(reason.contains("no address is known for the host pando..invalid"), "\(reason)")
      #expect(backend.workers.first?.lastProblem?.contains("no address") == true)
    }
  }
}
