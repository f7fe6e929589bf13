package import PandoCluster

/// A store that does some things in its own way. All that a type does not define goes to the model.
package protocol ForwardingStore: RegistryStore {
  var store: ModelStore { get }
}

extension ForwardingStore {
  package var location: String { store.location }

  package func read(prefix: String) async throws(RegistryStoreError) -> RegistrySnapshot {
    try store.read(prefix: prefix)
  }

  package func transact(
    _ transaction: RegistryTransaction
  ) async throws(RegistryStoreError) -> RegistryTransaction.Outcome {
    try store.transact(transaction)
  }

  package func grantLease(
    lifeMilliseconds: Int
  ) async throws(RegistryStoreError) -> (lease: Int64, lifeMilliseconds: Int) {
    try store.grantLease(lifeMilliseconds: lifeMilliseconds)
  }

  package func renew(lease: Int64) async throws(RegistryStoreError) {
    try store.renew(lease: lease)
  }

  package func revoke(lease: Int64) async throws(RegistryStoreError) {
    try store.revoke(lease: lease)
  }

  package func watch(
    prefix: String, from revision: Int64,
    _ body: @escaping @Sendable (RegistryEvents) async -> Void
  ) async throws(RegistryStoreError) {
    try await store.watch(prefix: prefix, from: revision, body)
  }

  package func close() async {}
}
