import Logging
package import ZeroMQ

extension CoordinatorClient {
  /// Makes one call of a coordinator, and lets go of it. Over tcp that takes a key.
  ///
  /// - Throws: A description of what happened where the coordinator does not answer within 5 seconds, or
  ///   does not do what was asked.
  package static func ask<Answer: Sendable>(
    at endpoint: Endpoint, keys: ClusterKeys, label: String, timeoutMilliseconds: Int = 5_000,
    _ body: @Sendable (CoordinatorClient) async throws -> Answer
  ) async throws -> Answer {
    let logger = Logger(label: label, factory: { _ in SwiftLogNoOpLogHandler() })
    let client = try CoordinatorClient(
      endpoint: endpoint,
      keys: try keys.load(for: endpoint, to: "ask the coordinator at \(endpoint)", logger: logger),
      limits: ControlLimits(callTimeoutMilliseconds: timeoutMilliseconds), logger: logger)
    do {
      let answer = try await body(client)
      await client.shutdown()
      return answer
    } catch {
      await client.shutdown()
      throw error
    }
  }
}
