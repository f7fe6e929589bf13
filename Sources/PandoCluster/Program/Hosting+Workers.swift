public import Pando
import PandoHosting
import ZeroMQ

extension Hosting {
  /// In worker processes of this program's own binary, started with the store and ended with it.
  ///
  /// The program must be a ``PandoProgram``, so that the same binary can be a worker. All workers are
  /// started at once. A worker that ends, hangs or breaks the protocol is replaced; its children go on
  /// at another, from their last committed state. When no worker can be started at all, that is reported
  /// once, and every hosted child gets to know it.
  ///
  /// A worker that takes the place of another starts with the same environment, arguments and folder: those that
  /// there were when the store started.
  ///
  /// - Parameters:
  ///   - count: How many processes.
  ///   - environment: Variables beside the program's own, or in place of them.
  ///   - arguments: Words for the program's own code, which stand behind `--` in the worker's `CommandLine.arguments`.
  ///   - workingDirectory: The folder in which the workers start; nil for the program's.
  ///   - silenceMilliseconds: How long a worker may leave a question unanswered before it is killed and
  ///     replaced. A worker answers while it reduces.
  ///   - placementTimeoutMilliseconds: How long a child waits for a worker before its actions fail.
  public static func workers(
    _ count: Int, environment: [String: String] = [:], arguments: [String] = [],
    workingDirectory: String? = nil, silenceMilliseconds: Int = 10_000,
    placementTimeoutMilliseconds: Int = 30_000
  ) -> Hosting {
    workers(count, silenceMilliseconds, placementTimeoutMilliseconds) { () throws(SpawnError) in
      (.own, try WorkerStart(environment: environment, arguments, in: workingDirectory))
    }
  }

  /// In worker processes of another program, started with the store and ended with it.
  ///
  /// For a program that is no ``PandoProgram`` itself, such as a test runner, whose own binary cannot be a
  /// worker. The other one must be a ``PandoProgram`` that lists the same features. It starts with the
  /// argument `worker`, and reads its dependencies by `prepareWorker`. One worker is started first, and the others
  /// once it has answered.
  ///
  /// - Parameters:
  ///   - count: How many processes.
  ///   - executable: The path of the program's binary. When it cannot be started, that is reported once, and
  ///     every hosted child gets to know it.
  ///   - environment: Variables beside this program's own, or in place of them.
  ///   - arguments: Words for the other program's own code, behind `--` on its command line.
  ///   - workingDirectory: The folder in which the workers start; nil for this program's.
  ///   - silenceMilliseconds: How long a worker may leave a question unanswered before it is killed and
  ///     replaced. A worker answers while it reduces.
  ///   - placementTimeoutMilliseconds: How long a child waits for a worker before its actions fail.
  public static func workers(
    _ count: Int, executable: String, environment: [String: String] = [:],
    arguments: [String] = [], workingDirectory: String? = nil, silenceMilliseconds: Int = 10_000,
    placementTimeoutMilliseconds: Int = 30_000
  ) -> Hosting {
    workers(count, silenceMilliseconds, placementTimeoutMilliseconds) { () throws(SpawnError) in
      (
        .other(path: executable),
        try WorkerStart(environment: environment, arguments, in: workingDirectory)
      )
    }
  }

  private static func workers(
    _ count: Int, _ silenceMilliseconds: Int, _ placementTimeoutMilliseconds: Int,
    _ make: @escaping @Sendable () throws(SpawnError) -> (WorkerBinary, WorkerStart)
  ) -> Hosting {
    hosting {
      let processes = try SpawnedProcesses(
        count, silenceMilliseconds, placementTimeoutMilliseconds, make)
      return SandboxedBackend(.own) { sandbox in
        try processes.backend(sandbox)
      }
    }
  }

  /// In workers that somebody else runs: `program worker --bind ENDPOINT`.
  ///
  /// A worker that goes is connected to again when it is back; its children go on at another, or
  /// wait.
  ///
  /// - Parameters:
  ///   - endpoints: Where the workers listen: `ipc:///run/app/w1.sock`, `tcp://10.0.0.8:7611`.
  ///   - keys: Who this program is and which workers it trusts, for tcp endpoints.
  ///   - silenceMilliseconds: How long a worker may leave a question unanswered before its children
  ///     move.
  ///   - placementTimeoutMilliseconds: How long a child waits for a worker before its actions fail.
  ///   - build: The build of this program; workers of the same are preferred.
  ///   - sameBuild: Whether workers of another build are left alone, though they host the same feature.
  public static func workers(
    at endpoints: [String], keys: ClusterKeys = .environment, silenceMilliseconds: Int = 10_000,
    placementTimeoutMilliseconds: Int = 30_000, build: ProgramBuild = .environment,
    sameBuild: Bool = false
  ) -> Hosting {
    pool(
      silenceMilliseconds, placementTimeoutMilliseconds, keys, build: build, sameBuild: sameBuild
    ) {
      guard !endpoints.isEmpty else {
        throw SpawnError(".workers(at: []) names no worker. Name at least one endpoint.")
      }
      return .connected(try endpoints.map { try Endpoint($0).forProcesses() })
    }
  }

  static func pool(
    _ silenceMilliseconds: Int, _ placementTimeoutMilliseconds: Int, _ keys: ClusterKeys,
    handshakeMilliseconds: Int? = nil, build: ProgramBuild = .unknown, sameBuild: Bool = false,
    _ source: @escaping @Sendable () throws -> PoolBackend.Source
  ) -> Hosting {
    hosting {
      SandboxedBackend(.others) { sandbox in
        if let sandbox { throw SpawnError(othersWorkersFor: sandbox) }
        return try backend(
          silenceMilliseconds, placementTimeoutMilliseconds, keys,
          handshakeMilliseconds: handshakeMilliseconds, build: build, sameBuild: sameBuild, source)
      }
    }
  }

  private static func hosting(
    _ make: @escaping @Sendable () throws -> any HostingBackend
  ) -> Hosting {
    if let override = HostingOverride.current { return override.hosting }
    return Hosting {
      do {
        return try make()
      } catch {
        return UnavailableBackend(reason: "\(error)")
      }
    }
  }

  static func backend(
    _ silenceMilliseconds: Int, _ placementTimeoutMilliseconds: Int, _ keys: ClusterKeys,
    handshakeMilliseconds: Int? = nil, build: ProgramBuild = .unknown, sameBuild: Bool = false,
    _ source: () throws -> PoolBackend.Source
  ) throws -> PoolBackend {
    var limits = LinkMachine.Limits(silenceMilliseconds: silenceMilliseconds)
    if let handshakeMilliseconds { limits.handshakeMilliseconds = handshakeMilliseconds }
    var poolLimits = PoolLimits()
    poolLimits.placementMilliseconds = placementTimeoutMilliseconds
    if DebugWait.isWanted {
      limits.handshakeMilliseconds = DebugWait.patienceMilliseconds
      limits.silenceMilliseconds = DebugWait.patienceMilliseconds
      poolLimits.placementMilliseconds = DebugWait.patienceMilliseconds
    }
    let source = try source()
    do {
      return try PoolBackend(
        source, keys: keys, limits: limits, poolLimits: poolLimits,
        build: BuildPreference(id: build.id, isRequired: sameBuild))
    } catch {
      source.discard()
      throw error
    }
  }
}

extension LinkMachine.Limits {
  init(silenceMilliseconds: Int) {
    self.init()
    self.silenceMilliseconds = silenceMilliseconds
    idleMilliseconds = max(1, min(500, silenceMilliseconds / 4))
  }
}
