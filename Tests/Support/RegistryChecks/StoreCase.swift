package import PandoCluster
import Synchronization

/// A rule that every store of a registry keeps, and the way to try it.
package struct StoreCase: Sendable, CustomStringConvertible {
  package let description: String
  /// - Parameter prefix: Ends with a slash; nobody else writes below it.
  package let run: @Sendable (_ store: any RegistryStore, _ prefix: String) async throws -> Void

  init(
    _ description: String,
    _ run: @escaping @Sendable (_ store: any RegistryStore, _ prefix: String) async throws -> Void
  ) {
    self.description = description
    self.run = run
  }

  package static let all = [
    StoreCase("a key is created once, and the one who comes later is shown it") { store, prefix in
      let key = prefix + "key"
      let first = try await store.transact(
        RegistryTransaction(if: [.created(key, at: 0)], [.put(key, [1], lease: 0)]))
      let second = try await store.transact(
        RegistryTransaction(
          if: [.created(key, at: 0)], [.put(key, [2], lease: 0)], otherwise: [key]))
      try check(first.isDone && !second.isDone, "both were created")
      try check(
        second.entries == [
          RegistryEntry(
            key: key, value: [1], created: first.revision, modified: first.revision, lease: 0)
        ], "\(second.entries)")
    },
    StoreCase("a write that rests on what has changed is refused, with all that goes with it") {
      store, prefix in
      let (key, other) = (prefix + "key", prefix + "other")
      let first = try await store.transact(
        RegistryTransaction(if: [], [.put(key, [1], lease: 0)]))
      let change = RegistryTransaction(
        if: [.modified(key, at: first.revision)],
        [.put(key, [2], lease: 0), .put(other, [2], lease: 0)])
      try check(try await store.transact(change).isDone, "the first change was refused")
      try check(try await !store.transact(change).isDone, "the second change was made")
      for (value, isDone) in [([UInt8(1)], false), ([2], true), ([], false)] {
        let outcome = try await store.transact(
          RegistryTransaction(if: [.holds(key, value)], [.put(other, [2], lease: 0)]))
        try check(outcome.isDone == isDone, "it has another value than \(value)")
      }
      let read = try await store.read(prefix: prefix)
      try check(read.entries.map(\.value) == [[2], [2]], "\(read)")
      try check(read.entries.first?.created == first.revision, "\(read)")
    },
    StoreCase(
      "a prefix with more keys than are read in one call is read whole, in the order of the keys"
    ) {
      store, prefix in
      var written: [String] = []
      for part in 0..<10 {
        let keys = (0..<100).map { prefix + "\(part)/" + String($0 + 100) }
        _ = try await store.transact(
          RegistryTransaction(if: [], keys.map { .put($0, [UInt8(part)], lease: 0) }))
        written += keys
      }
      let read = try await store.read(prefix: prefix)
      try check(read.entries.map(\.key) == written, "\(read.entries.count) keys were read")
      try check(read.entries.allSatisfy { $0.modified <= read.revision }, "of one revision")
    },
    StoreCase("a leader that was deposed writes nothing, whatever it believes") { store, prefix in
      let (leader, mark) = (prefix + "leader", prefix + "mark")
      func campaign() async throws -> (lease: Int64, term: Int64) {
        let (lease, _) = try await store.grantLease(lifeMilliseconds: 60_000)
        let outcome = try await store.transact(
          RegistryTransaction(if: [.created(leader, at: 0)], [.put(leader, [], lease: lease)]))
        try check(outcome.isDone, "nobody else leads")
        return (lease, outcome.revision)
      }
      func write(_ value: UInt8, in term: Int64) async throws -> Bool {
        let outcome = try await store.transact(
          RegistryTransaction(if: [.created(leader, at: term)], [.put(mark, [value], lease: 0)]))
        return outcome.isDone
      }
      let old = try await campaign()
      try check(try await write(1, in: old.term), "the leader may write")
      try await store.revoke(lease: old.lease)
      try check(try await !write(2, in: old.term), "it wrote while nobody led")
      let new = try await campaign()
      try check(new.term > old.term, "terms grow")
      try check(try await !write(3, in: old.term), "it wrote in another's term")
      try check(try await write(4, in: new.term), "the new leader may write")
      let read = try await store.read(prefix: mark)
      try check(read.entries.map(\.value) == [[4]], "\(read)")
    },
    StoreCase("a lease that is over takes its keys along, and nothing is written under it") {
      store, prefix in
      let key = prefix + "key"
      let (lease, life) = try await store.grantLease(lifeMilliseconds: 1_000)
      try check(life >= 1_000, "the lease lives for \(life) ms")
      _ = try await store.transact(RegistryTransaction(if: [], [.put(key, [1], lease: lease)]))
      for _ in 0..<4 {
        try await Task.sleep(for: .milliseconds(life / 4))
        try await store.renew(lease: lease)
      }
      try check(try await store.read(prefix: prefix).entries.count == 1, "it was renewed")
      try await eventually("the key is gone") {
        try await store.read(prefix: prefix).entries.isEmpty
      }
      for attempt in 0..<2 {
        do throws(RegistryStoreError) {
          if attempt == 0 {
            try await store.renew(lease: lease)
          } else {
            _ = try await store.transact(
              RegistryTransaction(if: [], [.put(key, [2], lease: lease)]))
          }
          throw .away("attempt \(attempt) with a lease that is over went well")
        } catch {
          try check(error == .leaseGone, "\(error)")
        }
      }
      try await store.revoke(lease: lease)
    },
    StoreCase("what happens after a snapshot is told completely, and in order") { store, prefix in
      let seen = Mutex<[RegistryEvents.Change]>([])
      _ = try await store.transact(
        RegistryTransaction(if: [], [.put(prefix + "before", [0], lease: 0)]))
      let (lease, _) = try await store.grantLease(lifeMilliseconds: 60_000)
      let snapshot = try await store.read(prefix: prefix)
      try check(snapshot.entries.count == 1, "\(snapshot)")
      // Between the snapshot and the watch.
      let first = try await store.transact(
        RegistryTransaction(if: [], [.put(prefix + "a", [1], lease: lease)]))
      let watch = Task {
        try await store.watch(prefix: prefix, from: snapshot.revision + 1) { events in
          seen.withLock { $0 += events.changes }
        }
      }
      let second = try await store.transact(
        RegistryTransaction(
          if: [], [.put(prefix + "b", [2], lease: 0), .delete(prefix + "before")]))
      _ = try await store.transact(
        RegistryTransaction(if: [], [.put("/elsewhere" + prefix, [9], lease: 0)]))
      try await store.revoke(lease: lease)
      try await eventually("four changes are told of") { seen.withLock { $0.count } == 4 }
      watch.cancel()
      try await watch.value
      let changes = seen.withLock { $0 }
      @Sendable func entry(_ name: String, _ value: UInt8, _ revision: Int64, _ lease: Int64)
        -> RegistryEntry
      {
        RegistryEntry(
          key: prefix + name, value: [value], created: revision, modified: revision, lease: lease)
      }
      try check(changes[0] == .put(entry("a", 1, first.revision, lease)), "\(changes)")
      try check(
        changes[1...2].contains(.put(entry("b", 2, second.revision, 0))), "\(changes)")
      try check(
        changes[1...2].contains(.deleted(prefix + "before", at: second.revision)), "\(changes)")
      guard case .deleted(let key, let revision) = changes[3] else {
        throw CheckFailure(description: "\(changes)")
      }
      try check(key == prefix + "a" && revision > second.revision, "\(changes)")
    },
  ]
}
