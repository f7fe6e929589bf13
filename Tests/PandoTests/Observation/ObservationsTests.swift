import Observation
import Pando
import Synchronization
import Testing

@Suite("Observations of a store")
struct ObservationsTests {
  @Test("give the values that changed, and no other", arguments: [false, true])
  func values(hosted: Bool) async {
    let store = Grove.store(hosted: hosted)
    let seen = Mutex<[Int]>([])
    let task = Task {
      for await count in Observations({ store.child.count }) { seen.withLock { $0.append(count) } }
    }
    await eventually { seen.withLock { $0 } == [0] }
    for value in 1...5 {
      await store.send(.child(.rename("\(value)"))).finish()
      await store.send(.title("\(value)")).finish()
      await store.send(.child(.add(1))).finish()
      await eventually { seen.withLock { $0 }.last == value }
    }
    #expect(seen.withLock { $0 } == [0, 1, 2, 3, 4, 5])
    task.cancel()
    await store.stop()
  }

  @Test("never miss the last of many changes from many threads", arguments: [false, true])
  func storm(hosted: Bool) async {
    for round in 0..<10 {
      let store = Grove.store(hosted: hosted)
      let last = Atomic(0)
      let optional = Atomic(0)
      let tasks = [
        Task {
          for await count in Observations({ store.child.count }) {
            last.store(count, ordering: .sequentiallyConsistent)
          }
        },
        Task {
          for await count in Observations({ store.optional?.count }) {
            optional.store(count ?? 0, ordering: .sequentiallyConsistent)
          }
        },
      ]
      store.send(.edit { $0.optional = Counter.State(id: round) })
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            for _ in 0..<250 {
              store.send(.child(.add(1)))
              store.send(.optional(.add(1)))
            }
          }
        }
      }
      await eventually { last.load(ordering: .sequentiallyConsistent) == 1_000 }
      await eventually { optional.load(ordering: .sequentiallyConsistent) == 1_000 }
      for task in tasks { task.cancel() }
      await store.stop()
    }
  }
}
