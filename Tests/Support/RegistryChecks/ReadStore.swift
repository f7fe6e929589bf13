package import PandoCluster
import Synchronization

/// A store that tells a test of each time that it is read, before whoever reads has the answer.
package final class ReadStore: RegistryStore {
  private let store: ModelStore
  private let onRead: @Sendable (_ count: Int) -> Void
  private let reads = Mutex(0)

  package init(_ store: ModelStore, onRead: @escaping @Sendable (_ count: Int) -> Void) {
    self.store = store
    self.onRead = onRead
  }

  package var location: String { store.location }

  /// The number of times that it was read.
  package var readCount: Int { reads.withLock { $0 } }

  package func read(prefix: String) async throws(RegistryStoreError) -> RegistrySnapshot {
    let snapshot = try store.read(prefix: prefix)
    let count = reads.withLock { count in
      count += 1
      return count
    }
    onRead(count)
    return snapshot
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
