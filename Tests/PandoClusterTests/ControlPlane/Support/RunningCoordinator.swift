import Logging
import ZeroMQ

@testable import PandoCluster

/// A coordinator that runs in a task, as a service would.
struct RunningCoordinator {
  let endpoint: Endpoint
  private let task: Task<Void, any Error>

  /// Returns once it listens. Throws what keeps it from that.
  init(_ configuration: CoordinatorConfiguration, logger: Logger = .quiet) async throws {
    let (endpoints, continuation) = AsyncStream.makeStream(of: Endpoint.self)
    let task = Task {
      defer { continuation.finish() }
      try await CoordinatorService(configuration: configuration, logger: logger) {
        continuation.yield($0)
      }.run()
    }
    var iterator = endpoints.makeAsyncIterator()
    guard let endpoint = await iterator.next() else {
      try await task.value
      throw OddError()
    }
    self.endpoint = endpoint
    self.task = task
  }

  func stop() async throws {
    task.cancel()
    try await task.value
  }
}
