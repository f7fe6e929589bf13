import Foundation
import Logging
import PandoCluster
import ZeroMQ

/// Coordinators as processes, with their registry.
final class BenchmarkCluster: @unchecked Sendable {
  private let kind: RegistryBenchmark.RegistryKind
  private let folder: String
  private var etcd: BenchmarkProcess?
  private var coordinators: [String: BenchmarkProcess] = [:]
  private let names: [String]
  private let workerCount: Int
  /// A tenth of a second for a thousand workers, and half a second at least: more beats than a thousand a second would
  /// be all that two cores do.
  let beatMilliseconds: Int

  private static let etcdPort = 23_790

  init(kind: RegistryBenchmark.RegistryKind, workerCount: Int) async throws {
    self.kind = kind
    self.workerCount = workerCount
    names = kind == .etcd ? ["one", "two"] : ["one"]
    beatMilliseconds = max(500, workerCount)
    folder = "/tmp/pando-r-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    if kind == .etcd { etcd = try startEtcd() }
    for name in names { try await start(name) }
  }

  private func startEtcd() throws -> BenchmarkProcess {
    let (client, peer) = (
      "http://127.0.0.1:\(Self.etcdPort)", "http://127.0.0.1:\(Self.etcdPort + 1)"
    )
    return try BenchmarkProcess(
      "/usr/bin/etcd",
      [
        "--data-dir", "\(folder)/data", "--listen-client-urls", client, "--advertise-client-urls",
        client, "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
        "--initial-cluster", "default=\(peer)",
      ], log: "\(folder)/etcd.log")
  }

  private func start(_ name: String) async throws {
    let pando = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("pando").path
    var arguments = [
      "coordinator", "--bind", try endpoint(name).description, "--log-level", "warning",
      "--beat-milliseconds", "\(beatMilliseconds)", "--life-milliseconds",
      "\(6 * beatMilliseconds)",
    ]
    if kind == .etcd { arguments += ["--registry", "etcd://127.0.0.1:\(Self.etcdPort)/bench"] }
    coordinators[name] = try BenchmarkProcess(pando, arguments, log: "\(folder)/\(name).log")
    try await eventually("\(name) answers: see \(folder)/\(name).log") {
      (try? await leads(name)) != nil
    }
  }

  func end() {
    for process in coordinators.values { process.kill() }
    etcd?.kill()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The last lines that its processes printed.
  var lastLines: String {
    (names + ["etcd"]).map { name in
      let text = (try? String(contentsOfFile: "\(folder)/\(name).log", encoding: .utf8)) ?? ""
      return
        (["--- \(name)"] + text.split(separator: "\n").suffix(8).map { String($0.prefix(300)) })
        .joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private func endpoint(_ name: String) throws -> Endpoint {
    try Endpoint("ipc://\(folder)/\(name).sock")
  }

  /// A client of all coordinators, as a worker or a program has.
  func makeClient() throws -> CoordinatorClient {
    try CoordinatorClient(endpoints: names.map { try endpoint($0) }, logger: Self.quiet)
  }

  private static let quiet = Logger(label: "bench", factory: { _ in SwiftLogNoOpLogHandler() })

  private func status(_ name: String) async throws -> ClusterStatus {
    try await CoordinatorClient.ask(at: [endpoint(name)], keys: .environment, label: "bench") {
      try await $0.status()
    }
  }

  private func leads(_ name: String) async throws -> Bool {
    try await status(name).coordinator.leads
  }

  /// The number of workers that the first coordinator knows.
  func knownWorkers() async throws -> Int { try await status(names[0]).workers.count }

  /// Kills the coordinator that leads, and returns once another does. In memory it is started again, and this returns
  /// once all workers have come back to it.
  func fail(_ haveReturned: () -> Bool) async throws {
    switch kind {
    case .memory:
      coordinators["one"]?.kill()
      try await start("one")
      try await eventually("all workers have joined again", within: 300) { haveReturned() }
    case .etcd:
      guard let leader = try await leader(), let other = names.first(where: { $0 != leader }) else {
        throw BenchmarkFailure(description: "no coordinator leads")
      }
      coordinators[leader]?.kill()
      try await eventually("\(other) leads") { (try? await leads(other)) == true }
    }
  }

  private func leader() async throws -> String? {
    for name in names where try await leads(name) { return name }
    return nil
  }

  /// Starts what was killed, and returns once each coordinator knows every worker.
  func makeWhole() async throws {
    for name in names where (try? await status(name)) == nil { try await start(name) }
    for name in names {
      try await eventually("\(name) knows all workers", within: 300) {
        (try? await status(name).workers.count) == workerCount
      }
    }
  }
}
