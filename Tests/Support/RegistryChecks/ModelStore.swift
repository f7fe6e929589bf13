package import PandoCluster
import Synchronization

/// A store that coordinators of one process share: etcd's rules, without etcd.
package final class ModelStore: RegistryStore {
  fileprivate struct State {
    var revision: Int64 = 1
    var entries: [String: RegistryEntry] = [:]
    var leases: [Int64: Lease] = [:]
    var lastLease: Int64 = 0
    /// Every change, in order.
    var history: [(revision: Int64, key: String, change: RegistryEvents.Change)] = []
    /// Grows when every watch is to fail.
    var era = 0
    var isAway = false
  }

  fileprivate struct Lease {
    let life: Duration
    var end: ContinuousClock.Instant
  }

  package let location = "model://"
  private let state = Mutex(State())

  package init() {}

  /// True while nobody answers.
  package var isAway: Bool {
    get { state.withLock { $0.isAway } }
    set {
      state.withLock { state in
        state.isAway = newValue
        if newValue { state.era += 1 }
      }
    }
  }

  /// Forgets everything but the last number of a lease, as a store whose disk was lost: etcd makes them of the time.
  package func wipe() {
    state.withLock { state in
      state = State(lastLease: state.lastLease, era: state.era + 1)
    }
  }

  /// Everything that a store had at one time.
  package struct Backup: Sendable {
    fileprivate let state: State
  }

  package func backUp() -> Backup { Backup(state: state.withLock { $0 }) }

  /// Has everything as it was, revisions too; leases begin their lives anew. No number of a lease is given again.
  package func restore(_ backup: Backup) {
    state.withLock { state in
      let (era, lastLease) = (state.era + 1, max(state.lastLease, backup.state.lastLease))
      state = backup.state
      (state.era, state.lastLease) = (era, lastLease)
      let now = ContinuousClock.now
      for (lease, value) in state.leases { state.leases[lease]?.end = now + value.life }
    }
  }

  /// Deletes the keys with a prefix.
  package func clear(_ prefix: String) throws(RegistryStoreError) {
    let keys = try read(prefix: prefix).entries.map(\.key)
    _ = try transact(RegistryTransaction(if: [], keys.map { .delete($0) }))
  }

  /// Ends a lease before its time.
  package func end(lease: Int64) { state.withLock { end(lease, &$0) } }

  private func ask<Answer>(
    _ body: (inout State) throws(RegistryStoreError) -> Answer
  ) throws(RegistryStoreError) -> Answer {
    try state.withLock { state throws(RegistryStoreError) in
      guard !state.isAway else { throw .away("the model is away") }
      let now = ContinuousClock.now
      for (lease, value) in state.leases where value.end <= now { end(lease, &state) }
      return try body(&state)
    }
  }

  private func end(_ lease: Int64, _ state: inout State) {
    guard state.leases.removeValue(forKey: lease) != nil else { return }
    let keys = state.entries.values.filter { $0.lease == lease }.map(\.key)
    guard !keys.isEmpty else { return }
    state.revision += 1
    for key in keys { delete(key, &state) }
  }

  private func delete(_ key: String, _ state: inout State) {
    guard state.entries.removeValue(forKey: key) != nil else { return }
    state.history.append((state.revision, key, .deleted(key, at: state.revision)))
  }

  package func read(prefix: String) throws(RegistryStoreError) -> RegistrySnapshot {
    try ask { state in
      RegistrySnapshot(
        revision: state.revision,
        entries: state.entries.values.filter { $0.key.hasPrefix(prefix) }.sorted { $0.key < $1.key }
      )
    }
  }

  package func transact(
    _ transaction: RegistryTransaction
  ) throws(RegistryStoreError) -> RegistryTransaction.Outcome {
    try ask { (state: inout State) throws(RegistryStoreError) in
      let holds = transaction.conditions.allSatisfy { condition in
        switch condition {
        case .created(let key, let revision): (state.entries[key]?.created ?? 0) == revision
        case .holds(let key, let value): state.entries[key]?.value == value
        case .modified(let key, let revision): (state.entries[key]?.modified ?? 0) == revision
        }
      }
      guard holds else {
        return .init(
          isDone: false, revision: state.revision,
          entries: transaction.otherwise.compactMap { state.entries[$0] })
      }
      for case .put(_, _, let lease) in transaction.writes
      where lease != 0 && state.leases[lease] == nil {
        throw .leaseGone
      }
      state.revision += 1
      for write in transaction.writes {
        switch write {
        case .put(let key, let value, let lease):
          let entry = RegistryEntry(
            key: key, value: value, created: state.entries[key]?.created ?? state.revision,
            modified: state.revision, lease: lease)
          state.entries[key] = entry
          state.history.append((state.revision, key, .put(entry)))
        case .delete(let key): delete(key, &state)
        }
      }
      return .init(isDone: true, revision: state.revision, entries: [])
    }
  }

  package func grantLease(
    lifeMilliseconds: Int
  ) throws(RegistryStoreError) -> (lease: Int64, lifeMilliseconds: Int) {
    try ask { state in
      state.lastLease += 1
      let life = Duration.milliseconds(lifeMilliseconds)
      state.leases[state.lastLease] = Lease(life: life, end: .now + life)
      return (state.lastLease, lifeMilliseconds)
    }
  }

  package func renew(lease: Int64) throws(RegistryStoreError) {
    try ask { (state: inout State) throws(RegistryStoreError) in
      guard let life = state.leases[lease]?.life else { throw .leaseGone }
      state.leases[lease]?.end = .now + life
    }
  }

  package func revoke(lease: Int64) throws(RegistryStoreError) {
    try ask { state in end(lease, &state) }
  }

  package func watch(
    prefix: String, from revision: Int64,
    _ body: @escaping @Sendable (RegistryEvents) async -> Void
  ) async throws(RegistryStoreError) {
    let era = state.withLock { $0.era }
    var next = revision
    while !Task.isCancelled {
      let (isOver, events) = try ask { state -> (Bool, RegistryEvents) in
        let changes = state.history.filter { $0.revision >= next && $0.key.hasPrefix(prefix) }
          .map(\.change)
        return (state.era != era, RegistryEvents(revision: state.revision, changes: changes))
      }
      if isOver { throw .away("the model was away") }
      next = max(next, events.revision + 1)
      if !events.changes.isEmpty { await body(events) }
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  package func close() {}
}
