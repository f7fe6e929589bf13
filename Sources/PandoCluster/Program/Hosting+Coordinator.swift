import Logging
public import Pando
import PandoHosting
import ZeroMQ

extension Hosting {
  /// In workers that a coordinator names, wherever they run: the least loaded that hosts the feature.
  ///
  /// A child whose worker goes moves to another; while there is none, its actions wait.
  /// While no coordinator answers, children go to the workers that the store is linked to already.
  ///
  /// - Parameters:
  ///   - endpoint: Where the coordinator listens: `ipc:///run/pando/coordinator.sock`, or
  ///     `tcp://10.0.0.7:7610`. Several, with commas between them, share a registry: the next is asked when
  ///     one is gone.
  ///   - keys: Who this program is, and which coordinators and workers it trusts, for tcp endpoints.
  ///   - silenceMilliseconds: How long a worker may leave a question unanswered before its children
  ///     move.
  ///   - placementTimeoutMilliseconds: How long a child waits for a worker before its actions fail.
  ///   - build: The build of this program; workers of the same are preferred.
  ///   - sameBuild: Whether workers of another build are left alone, though they host the same feature. While
  ///     there is none of the same, children wait.
  public static func coordinator(
    _ endpoint: String, keys: ClusterKeys = .environment, silenceMilliseconds: Int = 10_000,
    placementTimeoutMilliseconds: Int = 30_000, build: ProgramBuild = .environment,
    sameBuild: Bool = false
  ) -> Hosting {
    coordinator(
      keys, silenceMilliseconds, placementTimeoutMilliseconds, build, sameBuild
    ) { () throws(ZeroMQError) in try Endpoint.list(endpoint) }
  }

  /// In workers that one of several coordinators names, which share a registry: the next is asked when one is
  /// gone.
  ///
  /// - Parameters:
  ///   - endpoints: Where the coordinators listen.
  ///   - keys: Who this program is, and which coordinators and workers it trusts, for tcp endpoints.
  ///   - silenceMilliseconds: How long a worker may leave a question unanswered before its children
  ///     move.
  ///   - placementTimeoutMilliseconds: How long a child waits for a worker before its actions fail.
  ///   - build: The build of this program; workers of the same are preferred.
  ///   - sameBuild: Whether workers of another build are left alone, though they host the same feature. While
  ///     there is none of the same, children wait.
  public static func coordinator(
    _ endpoints: [String], keys: ClusterKeys = .environment, silenceMilliseconds: Int = 10_000,
    placementTimeoutMilliseconds: Int = 30_000, build: ProgramBuild = .environment,
    sameBuild: Bool = false
  ) -> Hosting {
    coordinator(
      keys, silenceMilliseconds, placementTimeoutMilliseconds, build, sameBuild
    ) { () throws(ZeroMQError) in try Endpoint.list(endpoints.joined(separator: ",")) }
  }

  private static func coordinator(
    _ keys: ClusterKeys, _ silenceMilliseconds: Int, _ placementTimeoutMilliseconds: Int,
    _ build: ProgramBuild, _ sameBuild: Bool,
    _ endpoints: @escaping @Sendable () throws(ZeroMQError) -> [Endpoint]
  ) -> Hosting {
    // A worker that the coordinator names runs already.
    pool(
      silenceMilliseconds, placementTimeoutMilliseconds, keys, handshakeMilliseconds: 5_000,
      build: build, sameBuild: sameBuild
    ) {
      let endpoints = try endpoints()
      let logger = Logger(label: "pando.workers")
      return .coordinated(
        try CoordinatorClient(
          endpoints: endpoints,
          keys: try keys.load(
            forAnyOf: endpoints, to: "ask the coordinator", logger: logger),
          logger: logger))
    }
  }
}
