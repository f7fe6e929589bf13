import Logging
package import ZeroMQ

extension CoordinatorClient {
  /// Makes one call of the first coordinator that answers, and lets go of it. Over tcp that takes a key.
  ///
  /// - Throws: A description of what happened where none of them answers in time, or the one that does
  ///   will not do what was asked. Of several, each has a second at most.
  package static func ask<Answer: Sendable>(
    at endpoints: [Endpoint], keys: ClusterKeys, label: String, timeoutMilliseconds: Int = 5_000,
    _ body: @Sendable (CoordinatorClient) async throws -> Answer
  ) async throws -> Answer {
    let logger = Logger(label: label, factory: { _ in SwiftLogNoOpLogHandler() })
    let client = try CoordinatorClient(
      endpoints: endpoints,
      keys: try keys.load(forAnyOf: endpoints, to: "ask the coordinator", logger: logger),
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
