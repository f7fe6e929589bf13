import Distributed
import Logging
import ZeroMQ

@testable import PandoCluster

/// An actor system that serves an `Echo`, another that calls it, and what cleans up after both.
struct Pair {
  let server: ZeroMQActorSystem
  let client: ZeroMQActorSystem
  let local: Echo
  /// The same actor, as the client sees it.
  let remote: Echo

  init(
    at endpoint: Endpoint, limits: ControlLimits = ControlLimits(), serverKeys: LoadedKeys? = nil,
    clientKeys: LoadedKeys? = nil
  ) throws {
    server = try ZeroMQActorSystem(
      listeningAt: endpoint, limits: limits, keys: serverKeys, logger: .quiet)
    client = try ZeroMQActorSystem(limits: limits, keys: clientKeys, logger: .quiet)
    local = Echo(actorSystem: server)
    remote = try Echo.resolve(id: local.id, using: client)
  }

  func shutdown() async {
    await client.shutdown()
    await server.shutdown()
  }
}

/// Runs `body` with a pair, on ipc in a fresh directory, and shuts it down whatever happens.
func withPair(
  limits: ControlLimits = ControlLimits(), _ body: (Pair) async throws -> Void
) async throws {
  let directory = TemporaryDirectory()
  let pair = try Pair(at: directory.endpoint(), limits: limits)
  do {
    try await body(pair)
  } catch {
    await pair.shutdown()
    throw error
  }
  await pair.shutdown()
}
