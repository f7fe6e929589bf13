#if Etcd
  import ClusterFeatures
  import Foundation
  import Glibc
  import Pando
  import PandoCluster
  import PandoEtcd
  import Synchronization
  import ZeroMQ

  /// Coordinators and workers as processes, over one etcd.
  final class Cluster: @unchecked Sendable {
    let server: EtcdServer
    let folder: String
    // Touched by one test at a time.
    private(set) var coordinators: [String: Process] = [:]
    private(set) var workers: [String: Process] = [:]
    private var inputs: [Pipe] = []

    /// The folder of the test bundle, where the programs are too.
    static let binaries = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().path

    init() async throws {
      server = try await EtcdServer()
      folder = server.folder
      chmod(folder, 0o700)
    }

    func endpoint(_ name: String) throws -> Endpoint { try .init("ipc://\(folder)/\(name).sock") }

    /// The endpoints of all coordinators, with commas between them.
    var list: String {
      coordinators.keys.sorted().map { "ipc://\(folder)/\($0).sock" }.joined(separator: ",")
    }

    func startCoordinator(
      _ name: String, arguments: [String] = [], environment: [String: String] = [:]
    )
      async throws
    {
      let registry = ["--registry", try server.location.description]
      coordinators[name] = try start(
        "pando",
        ["coordinator", "--bind", "\(try endpoint(name))"]
          + (arguments.isEmpty ? registry : arguments),
        log: name, environment)
      try await eventually("\(name) answers: \(log(name))") { await status(name) != nil }
    }

    func startWorker(_ name: String) throws {
      workers[name] = try start(
        "ClusterProgram",
        [
          "worker", "--bind", "\(try endpoint(name))", "--name", name, "--coordinator", list,
          "--ends-with-input",
        ], log: name, [:])
    }

    /// Runs a command to its end, which must be a good one.
    func pando(_ arguments: [String]) async throws {
      let process = try start("pando", arguments, log: "command", [:])
      try await eventually("\(arguments) ends") { !process.isRunning }
      struct Failed: Error {
        let log: String
      }
      guard process.terminationStatus == 0 else { throw Failed(log: log("command")) }
    }

    private func start(
      _ program: String, _ arguments: [String], log: String, _ environment: [String: String]
    ) throws -> Process {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "\(Self.binaries)/\(program)")
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      let input = Pipe()
      inputs.append(input)
      process.standardInput = input
      FileManager.default.createFile(atPath: "\(folder)/\(log).log", contents: nil)
      process.standardError = FileHandle(forWritingAtPath: "\(folder)/\(log).log")
      process.standardOutput = process.standardError
      try process.run()
      return process
    }

    func log(_ name: String) -> String {
      (try? String(contentsOfFile: "\(folder)/\(name).log", encoding: .utf8)) ?? ""
    }

    func status(_ name: String) async -> ClusterStatus? {
      guard let endpoint = try? endpoint(name) else { return nil }
      return try? await ClusterStatus.ask(coordinatorAt: endpoint)
    }

    /// The name of the coordinator that leads, as it says itself.
    func leader(among names: [String]) async -> String? {
      for name in names where await status(name)?.coordinator.leads == true { return name }
      return nil
    }

    /// Two coordinators and two workers, all of whom know each other.
    func startAll() async throws {
      try await startCoordinator("one")
      try await startCoordinator("two")
      try startWorker("a")
      try startWorker("b")
      try await eventually("all know all: \(log("one"))") {
        for name in ["one", "two"] {
          let status = await status(name)
          guard status?.workers.count == 2, status?.registry.leader != nil else { return false }
        }
        return true
      }
    }

    func discard() async {
      for process in Array(coordinators.values) + Array(workers.values) where process.isRunning {
        kill(process.processIdentifier, SIGCONT)
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
      await server.discard()
    }
  }

  /// A store whose children are sent actions all the time, one after the other.
  final class Traffic: Sendable {
    let store: StoreOf<Board>
    private let sending: Task<Void, Never>
    private let state = Mutex<(count: Int, gap: Duration)>((0, .zero))

    init(_ coordinators: String) {
      let store = Store(initialState: Board.State()) {
        Board()
      } withDependencies: {
        $0.hosting = .coordinator(coordinators)
      }
      self.store = store
      for id in 0..<4 { store.send(.add(id)) }
      let (steps, continuation) = AsyncStream.makeStream(of: Duration.self)
      sending = Task {
        defer { continuation.finish() }
        while !Task.isCancelled {
          for id in 0..<4 {
            let start = ContinuousClock.now
            await store.send(.shards(.element(id: id, action: .up))).finish()
            continuation.yield(.now - start)
          }
        }
      }
      Task { [self] in
        for await step in steps {
          state.withLock { $0 = ($0.count + 1, max($0.gap, step)) }
        }
      }
    }

    var count: Int { state.withLock { $0.count } }

    /// The longest that an action has taken since the last time that this was asked.
    func takeLongest() -> Duration {
      state.withLock { state in
        defer { state.gap = .zero }
        return state.gap
      }
    }

    /// Returns once more has committed.
    func goesOn(_ message: String) async throws {
      let before = count
      try await eventually("actions commit \(message)") { count > before + 20 }
    }

    /// Ends it, and returns the number of actions that were sent.
    func stop() async -> Int {
      sending.cancel()
      await sending.value
      try? await eventually("all is counted") { count == store.state.total }
      return count
    }
  }
#endif
