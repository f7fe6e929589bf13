import Logging
public import ZeroMQ

extension ClusterStatus {
  /// Returns the status of the first coordinator that answers, of several that share a registry. Over tcp
  /// that takes a key with the role `operator`.
  ///
  /// - Throws: A description of what happened when none of them answers, each within a second, or the one
  ///   that does will not let us ask.
  public static func ask(
    coordinatorsAt endpoints: [Endpoint], keys: ClusterKeys = .environment
  ) async throws -> ClusterStatus {
    let logger = Logger(label: "pando.status", factory: { _ in SwiftLogNoOpLogHandler() })
    let client = try CoordinatorClient(
      endpoints: endpoints,
      keys: try keys.load(forAnyOf: endpoints, to: "ask the coordinator", logger: logger),
      logger: logger)
    do {
      let status = try await client.status()
      await client.shutdown()
      return status
    } catch {
      await client.shutdown()
      throw error
    }
  }

  /// Returns the status of the coordinator at an endpoint. Over tcp that takes a key with the role
  /// `operator`.
  ///
  /// - Throws: A description of what happened when the coordinator does not answer within 5 seconds, or
  ///   does not let us ask.
  public static func ask(
    coordinatorAt endpoint: Endpoint, keys: ClusterKeys = .environment
  ) async throws -> ClusterStatus {
    try await ask(coordinatorsAt: [endpoint], keys: keys)
  }
}
