import Logging
import PandoHosting
import RegistryChecks
import Testing

@testable import PandoCluster

@Suite("What every registry promises")
struct RegistryConformanceTests {
  @Test("in memory", arguments: RegistryCase.all)
  func memory(_ rule: RegistryCase) async throws {
    try await rule.run(
      MemoryRegistry(
        WorkerRegistry(incarnation: 7, lifeMilliseconds: 500, beatIntervalMilliseconds: 100)))
  }

  @Test("in a store that coordinators share", arguments: RegistryCase.all)
  func shared(_ rule: RegistryCase) async throws {
    let store = ModelStore()
    try await withCluster(store) { try await rule.run(try await $0.start("one").registry) }
  }

  @Test("of several coordinators at one store", arguments: SharedCase.all)
  func several(_ rule: SharedCase) async throws {
    let store = ModelStore()
    try await withCluster(store) { try await rule.run($0) }
  }

  @Test("of the store itself, which stands for etcd here", arguments: StoreCase.all)
  func store(_ rule: StoreCase) async throws {
    try await rule.run(ModelStore(), "/checks/")
  }
}

/// Runs `body` with coordinators' registries over a store, and ends them.
func withCluster(
  _ store: ModelStore, log: LogRecorder? = nil, _ body: (SharedCluster) async throws -> Void
) async throws {
  let cluster = SharedCluster(prefix: "/checks", logger: log?.logger ?? .quiet) { store }
  do {
    try await body(cluster)
  } catch {
    await cluster.stop()
    throw error
  }
  await cluster.stop()
}
