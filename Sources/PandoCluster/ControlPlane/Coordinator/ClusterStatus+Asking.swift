import Logging
public import ZeroMQ

extension ClusterStatus {
  /// What the coordinator at an endpoint knows now.
  ///
  /// - Throws: A description of what happened when the coordinator does not answer within 5 seconds.
  public static func ask(coordinatorAt endpoint: Endpoint) async throws -> ClusterStatus {
    let client = try CoordinatorClient(
      endpoint: endpoint,
      logger: Logger(label: "pando.status", factory: { _ in SwiftLogNoOpLogHandler() }))
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
