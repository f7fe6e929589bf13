package import PandoCluster
import Synchronization

/// A store whose writes of some keys are held back until a test lets them go.
package final class HeldStore: ForwardingStore {
  package let store: ModelStore
  private let part: String
  private let most: Int
  private let state = Mutex<(isOpen: Bool, held: Int)>((false, 0))

  /// - Parameters:
  ///   - part: Writes of keys that contain it are held back.
  ///   - most: So many of them; those that come later are not.
  package init(_ store: ModelStore, holding part: String, atMost most: Int = .max) {
    self.store = store
    self.part = part
    self.most = most
  }

  /// The writes that have come and were held back.
  package var heldCount: Int { state.withLock { $0.held } }

  /// Lets everything go, now and later.
  package func open() { state.withLock { $0.isOpen = true } }

  package func transact(
    _ transaction: RegistryTransaction
  ) async throws(RegistryStoreError) -> RegistryTransaction.Outcome {
    let isHeld = transaction.writes.contains { write in
      switch write {
      case .put(let key, _, _), .delete(let key): key.contains(part)
      }
    }
    let isAmongFirst = state.withLock { state in
      guard isHeld, state.held < most else { return false }
      state.held += 1
      return true
    }
    if isAmongFirst {
      while !state.withLock({ $0.isOpen }) { try? await Task.sleep(for: .milliseconds(5)) }
    }
    return try store.transact(transaction)
  }
}
