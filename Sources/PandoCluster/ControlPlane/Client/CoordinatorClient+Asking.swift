import Logging
package import ZeroMQ

extension CoordinatorClient {
  /// Makes one call of the first coordinator that answers, and lets go of it. Over tcp that takes a key.
  ///
  /// Of several coordinators each has a second, and all are asked again and again until the time has passed. A call
  /// whose answer came too late was made all the same: `body` must be one that may be made twice.
  ///
  /// - Throws: A description of what happened where none of them answers in time, or the one that does
  ///   will not do what was asked.
  package static func ask<Answer: Sendable>(
    at endpoints: [Endpoint], keys: ClusterKeys, label: String, timeoutMilliseconds: Int = 5_000,
    _ body: @Sendable (CoordinatorClient) async throws -> Answer
  ) async throws -> Answer {
    let logger = Logger(label: label, factory: { _ in SwiftLogNoOpLogHandler() })
    let client = try CoordinatorClient(
      endpoints: endpoints,
      keys: try keys.load(forAnyOf: endpoints, to: "ask the coordinator", logger: logger),
      limits: ControlLimits(callTimeoutMilliseconds: timeoutMilliseconds), logger: logger)
    let deadline = MonotonicClock.nowMilliseconds() + timeoutMilliseconds
    while true {
      do {
        let answer = try await body(client)
        await client.shutdown()
        return answer
      } catch let error as ControlError where error.mayPass {
        if MonotonicClock.nowMilliseconds() + Self.pauseMilliseconds >= deadline {
          await client.shutdown()
          throw error
        }
        await ControlExecutor.sleep(milliseconds: Self.pauseMilliseconds)
      } catch {
        await client.shutdown()
        throw error
      }
    }
  }

  private static let pauseMilliseconds = 100
}

extension ControlError {
  /// True if the same call may well be answered a moment later.
  fileprivate var mayPass: Bool {
    switch self {
    case .unreachable, .unavailable, .tooManyCalls: true
    default: false
    }
  }
}
