import Logging
package import ZeroMQ

extension CoordinatorClient {
  /// Makes one call of the first coordinator that answers, and lets go of it. Over tcp that takes a key.
  ///
  /// Of several coordinators each has a second, and all are asked again and again until the time has passed. A call
  /// whose answer came too late was made all the same: `body` must be one that may be made twice.
  ///
  /// - Parameter role: The role that is enough to be answered, for the words of a refusal.
  /// - Throws: A description of what happened where none of them answers in time, or the one that does
  ///   will not do what was asked.
  package static func ask<Answer: Sendable>(
    at endpoints: [Endpoint], keys: ClusterKeys, label: String, as role: KeyRole = .operator,
    timeoutMilliseconds: Int = 5_000,
    _ body: @Sendable (CoordinatorClient) async throws -> Answer
  ) async throws -> Answer {
    let timeoutMilliseconds = min(timeoutMilliseconds, MonotonicClock.waitMillisecondsAtMost)
    let logger = Logger(label: label, factory: { _ in SwiftLogNoOpLogHandler() })
    let client = try CoordinatorClient(
      endpoints: endpoints,
      keys: try keys.load(forAnyOf: endpoints, to: "ask the coordinator", logger: logger),
      askingAs: role,
      limits: ControlLimits(callTimeoutMilliseconds: timeoutMilliseconds), logger: logger)
    do {
      let answer = try await askAgain(
        client, untilMilliseconds: MonotonicClock.nowMilliseconds() + timeoutMilliseconds, body)
      await client.shutdown()
      return answer
    } catch {
      await client.shutdown()
      throw error
    }
  }

  /// Makes a call again while its error may pass, and the time has not passed.
  private static func askAgain<Answer: Sendable>(
    _ client: CoordinatorClient, untilMilliseconds deadline: Int,
    _ body: @Sendable (CoordinatorClient) async throws -> Answer
  ) async throws -> Answer {
    while true {
      do {
        return try await body(client)
      } catch let error as ControlError where error.mayPass {
        if MonotonicClock.nowMilliseconds() + pauseMilliseconds >= deadline { throw error }
        await ControlExecutor.sleep(milliseconds: pauseMilliseconds)
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
