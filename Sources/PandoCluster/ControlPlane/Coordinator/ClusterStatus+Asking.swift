import Logging
public import ZeroMQ

extension ClusterStatus {
  /// Returns the status of the coordinator at an endpoint. Over tcp that takes a key with the role
  /// `operator`.
  ///
  /// - Throws: A description of what happened when the coordinator does not answer in time, or does not let
  ///   us ask.
  public static func ask(
    coordinatorAt endpoint: Endpoint, keys: ClusterKeys = .environment,
    timeoutMilliseconds: Int = 5_000
  ) async throws -> ClusterStatus {
    let logger = Logger(label: "pando.status", factory: { _ in SwiftLogNoOpLogHandler() })
    let client = try CoordinatorClient(
      endpoint: endpoint,
      keys: try keys.load(for: endpoint, to: "ask the coordinator at \(endpoint)", logger: logger),
      limits: ControlLimits(callTimeoutMilliseconds: timeoutMilliseconds), logger: logger)
    do {
      let status = try await client.status()
      await client.shutdown()
      return status
    } catch {
      await client.shutdown()
      throw error
    }
  }
}
