package import PandoCluster
import Synchronization

/// A store that answers and refuses what would add to it, as one does whose quota is full: reading, deleting and
/// the renewal of leases go on.
package final class FullStore: ForwardingStore {
  private struct State {
    var isFull = false
    var refusedKeys: [String] = []
  }

  package let store: ModelStore
  private let state = Mutex(State())

  package init(_ store: ModelStore = ModelStore()) {
    self.store = store
  }

  /// True while nothing is added.
  package var isFull: Bool {
    get { state.withLock { $0.isFull } }
    set { state.withLock { $0.isFull = newValue } }
  }

  /// The keys whose writes were refused, in order.
  package var refusedKeys: [String] { state.withLock { $0.refusedKeys } }

  private func requireRoom(for keys: [String]) throws(RegistryStoreError) {
    let isRefused = state.withLock { state in
      if state.isFull { state.refusedKeys += keys }
      return state.isFull
    }
    if isRefused { throw .refused("the model is full") }
  }

  package func transact(
    _ transaction: RegistryTransaction
  ) async throws(RegistryStoreError) -> RegistryTransaction.Outcome {
    let keys = transaction.writes.compactMap { write in
      if case .put(let key, _, _) = write { key } else { nil }
    }
    if !keys.isEmpty { try requireRoom(for: keys) }
    return try store.transact(transaction)
  }

  package func grantLease(
    lifeMilliseconds: Int
  ) async throws(RegistryStoreError) -> (lease: Int64, lifeMilliseconds: Int) {
    try requireRoom(for: [])
    return try store.grantLease(lifeMilliseconds: lifeMilliseconds)
  }
}
