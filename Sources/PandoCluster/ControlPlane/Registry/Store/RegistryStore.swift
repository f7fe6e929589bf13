/// A store of keys and values that coordinators share: what a registry needs of etcd.
///
/// Its changes have one order, numbered by revisions. A lease is gone some time after its last renewal, and
/// with it the keys that were written under it. Each call ends within a few seconds, whatever the store does.
package protocol RegistryStore: Sendable {
  /// Where it is, for people.
  var location: String { get }

  /// Reads every key that begins with a prefix, as of one revision.
  func read(prefix: String) async throws(RegistryStoreError) -> RegistrySnapshot

  /// Compares and writes, all or nothing.
  func transact(
    _ transaction: RegistryTransaction
  ) async throws(RegistryStoreError) -> RegistryTransaction.Outcome

  /// Returns a new lease, which may live longer than was asked for.
  func grantLease(
    lifeMilliseconds: Int
  ) async throws(RegistryStoreError) -> (lease: Int64, lifeMilliseconds: Int)

  /// Begins the life of a lease anew. Throws `leaseGone` when there is none such.
  func renew(lease: Int64) async throws(RegistryStoreError)

  /// Ends a lease and its keys. One that is gone is no error.
  func revoke(lease: Int64) async throws(RegistryStoreError)

  /// Calls `body` with what happens to the keys of a prefix from a revision on, in order. Returns when it is
  /// cancelled, and throws when it cannot go on: then only a new `read` tells what has happened.
  func watch(
    prefix: String, from revision: Int64,
    _ body: @escaping @Sendable (RegistryEvents) async -> Void
  ) async throws(RegistryStoreError)

  /// Lets go of connections, after the last call.
  func close() async
}

/// Everything below a prefix, as of a revision.
package struct RegistrySnapshot: Equatable, Sendable {
  package var revision: Int64
  package var entries: [RegistryEntry]

  package init(revision: Int64, entries: [RegistryEntry]) {
    self.revision = revision
    self.entries = entries
  }
}

/// A key with its value.
package struct RegistryEntry: Equatable, Sendable {
  package var key: String
  package var value: [UInt8]
  /// The revision at which the key came to be.
  package var created: Int64
  /// The revision of its last write.
  package var modified: Int64
  /// The lease under which it was written; 0 without one.
  package var lease: Int64

  package init(key: String, value: [UInt8], created: Int64, modified: Int64, lease: Int64) {
    self.key = key
    self.value = value
    self.created = created
    self.modified = modified
    self.lease = lease
  }
}

/// Changes that a store tells of, up to a revision.
package struct RegistryEvents: Equatable, Sendable {
  package enum Change: Equatable, Sendable {
    case put(RegistryEntry)
    case deleted(String, at: Int64)
  }

  package var revision: Int64
  package var changes: [Change]

  package init(revision: Int64, changes: [Change]) {
    self.revision = revision
    self.changes = changes
  }
}
