package import PandoCluster
import Synchronization

/// A store that tells a test of each time that it is read, before whoever reads has the answer.
package final class ReadStore: ForwardingStore {
  package let store: ModelStore
  private let onRead: @Sendable (_ count: Int) -> Void
  private let reads = Mutex(0)

  package init(_ store: ModelStore, onRead: @escaping @Sendable (_ count: Int) -> Void) {
    self.store = store
    self.onRead = onRead
  }

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
}
