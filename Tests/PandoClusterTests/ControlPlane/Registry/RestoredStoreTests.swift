import Logging
import PandoHosting
import RegistryChecks
import Synchronization
import Testing

@testable import PandoCluster

@Suite("A registry whose store has gone back to a backup", .timeLimit(.minutes(15)))
struct RestoredStoreTests {
  @Test("is another registry: a coordinator leads, and workers join anew, under other ids")
  func restored() async throws {
    let store = ModelStore()
    let former = SharedCluster(prefix: "/checks") { store }
    let one = try await former.start("one")
    let (lease, _) = try await one.registry.joined(.check("a"))
    try await eventually("one leads") { one.registry.isLeading }
    let backup = store.backUp()
    await one.stop()
    try await withCluster(store) { cluster in
      let two = try await cluster.start("two").registry
      let three = try await cluster.start("three").registry
      let (later, _) = try await two.joined(.check("b"))
      try await eventually("another leads") { two.isLeading != three.isLeading }
      var last: Int64 = 0
      for _ in 0..<1_000 {
        last = try store.transact(.init(if: [], [.put("/checks/else", [], lease: 0)])).revision
      }
      // So many that none is given again before the store is read.
      for registry in [two, three] {
        try await eventually("it knows them") {
          registry.state.withLock { $0.view.revision } >= last
        }
      }
      store.restore(backup)
      for registry in [two, three] {
        try await eventually("its workers are told to join again") {
          let knowsFirst = try await registry.beats(lease.id)
          let knowsSecond = try await registry.beats(later.id)
          return !knowsFirst && !knowsSecond
        }
      }
      var joined: WorkerLease?
      try await eventually("one has joined again") {
        joined = (try? await two.joined(.check("b", [.other])))?.0
        return joined != nil
      }
      var again = try #require(joined)
      #expect(again.id.coordinator != later.id.coordinator)
      // The leader that the backup has leads for the rest of its life, which may be longer than that of a worker which
      // does not beat.
      try await eventually("all know it, one leads, and writes the features") {
        if try await !two.beats(again.id) {
          again = (try? await two.joined(.check("b", [.other])))?.0 ?? again
        }
        return two.workers.workers[again.id] != nil && three.workers.workers[again.id] != nil
          && two.isLeading != three.isLeading && two.condition.leader == three.condition.leader
          && three.condition.features.contains(.other)
      }
    }
  }

  @Test("is read anew by a coordinator that another one tells of its new name")
  func renamed() async throws {
    let store = ModelStore()
    try await withCluster(store) { cluster in
      let one = try await cluster.start("one").registry
      let (lease, _) = try await one.joined(.check("a"))
      try await eventually("it leads") { one.isLeading }
      let name = RegistryView.Incarnation(number: 77)
      _ = try store.transact(
        .init(if: [], [.put("/checks/incarnation", name.value, lease: 0)]))
      try await eventually("it is told to join again") { try await !one.beats(lease.id) }
      var joined: WorkerLease?
      try await eventually("it has joined again") {
        joined = (try? await one.joined(.check("a")))?.0
        return joined != nil
      }
      #expect(joined?.id.coordinator == 77)
      try await eventually("it leads again") { one.isLeading && one.condition.features == [.check] }
    }
  }
  @Test("is read once more where that is asked for before anything is followed")
  func readAgainWhileRead() async throws {
    let asked = Mutex<SharedRegistry?>(nil)
    // The second time is behind the write of the name.
    let store = ReadStore(ModelStore()) { count in
      if count == 2 { asked.withLock { $0 }?.readAgain() }
    }
    let registry = SharedRegistry(
      store, kind: "shared", prefix: "/checks", settings: RegistrySettings(), logger: .quiet)
    asked.withLock { $0 = registry }
    let card = CoordinatorCard(endpoint: "one", processID: 1, hostName: "grove", version: "1")
    let task = Task { await registry.run(card) }
    try await eventually("it was read once more") { store.readCount > 2 }
    asked.withLock { $0 = nil }
    task.cancel()
    await task.value
  }
}
