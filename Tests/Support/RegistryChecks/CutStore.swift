package import PandoCluster
import Synchronization

/// A connection with a store, which a test cuts while others keep theirs.
package final class CutStore: ForwardingStore {
  package let store: ModelStore
  private let cut = Mutex(false)
  private let denied = Mutex(false)

  package init(_ store: ModelStore) {
    self.store = store
  }

  /// True while nobody answers over this connection.
  package var isCut: Bool {
    get { cut.withLock { $0 } }
    set { cut.withLock { $0 = newValue } }
  }

  /// True while whoever answers lets this side do nothing.
  package var isDenied: Bool {
    get { denied.withLock { $0 } }
    set { denied.withLock { $0 = newValue } }
  }

  private func requireConnection() throws(RegistryStoreError) {
    if isDenied { throw .denied("the model does not know us") }
    if isCut { throw .away("the connection is cut") }
  }

  package func transact(
    _ transaction: RegistryTransaction
  ) async throws(RegistryStoreError) -> RegistryTransaction.Outcome {
    try requireConnection()
    return try store.transact(transaction)
  }

  package func read(prefix: String) async throws(RegistryStoreError) -> RegistrySnapshot {
    try requireConnection()
    return try store.read(prefix: prefix)
  }

  package func grantLease(
    lifeMilliseconds: Int
  ) async throws(RegistryStoreError) -> (lease: Int64, lifeMilliseconds: Int) {
    try requireConnection()
    return try store.grantLease(lifeMilliseconds: lifeMilliseconds)
  }

  package func renew(lease: Int64) async throws(RegistryStoreError) {
    try requireConnection()
    try store.renew(lease: lease)
  }

  package func revoke(lease: Int64) async throws(RegistryStoreError) {
    try requireConnection()
    try store.revoke(lease: lease)
  }

  package func watch(
    prefix: String, from revision: Int64,
    _ body: @escaping @Sendable (RegistryEvents) async -> Void
  ) async throws(RegistryStoreError) {
    try requireConnection()
    // What a watch brings over a connection that is cut does not arrive; nor does its end.
    try await store.watch(prefix: prefix, from: revision) { [self] in
      if !isCut { await body($0) }
    }
  }
}
