import Observation
import Pando
import Synchronization
import Testing

@Suite("Observing stores")
struct StoreReadingTests {
  @Test("withState observes the fields that it reads, and state everything")
  func state() {
    let store = Grove.store(hosted: false)
    let title = Watch { store.withState { $0.title } }
    let whole = Watch { store.state.title }
    store.send(.child(.add(1)))
    #expect(title.takeCount() == 0)
    #expect(whole.takeCount() == 1)
    store.send(.title("a"))
    #expect(title.takeCount() == 1)
    #expect(whole.takeCount() == 1)
  }

  @Test("a store of plain state is observed as a whole")
  func plain() {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return .none
      }
    }
    let value = Watch { store.withState { $0 } }
    store.send(1)
    #expect(value.takeCount() == 1)
    store.send(2)
    #expect(value.takeCount() == 1)
  }

  @Test("plain state around observable state is told of")
  func mixed() {
    struct Outer: Sendable {
      var inner = Counter.State()
    }
    let store = Store(initialState: Outer()) {
      Reduce<Outer, Int> { state, action in
        if action == 0 {
          state.inner = Counter.State(count: 5)
        } else {
          state.inner.count += action
        }
        return .none
      }
    }
    let count = Watch { store.withState { $0.inner.count } }
    store.send(0)
    #expect(count.takeCount() == 1)
    store.send(1)
    #expect(count.takeCount() == 1)
  }

  @Test("a scoped store is observed by its own fields", arguments: [false, true])
  func scope(hosted: Bool) async {
    let store = Grove.store(hosted: hosted)
    let child = store.scope(state: \.child, action: \.child)
    let count = Watch { child.count }
    let name = Watch { child.withState { $0.name } }
    let whole = Watch { child.state }
    await child.send(.add(1)).finish()
    #expect([count, name, whole].map { $0.takeCount() } == [1, 0, 1])
    await child.send(.rename("a")).finish()
    #expect([count, name, whole].map { $0.takeCount() } == [0, 1, 1])
    await store.send(.edit { $0.child = Counter.State() }).finish()
    #expect([count, name, whole].map { $0.takeCount() } == [1, 1, 1])
    await store.stop()
  }

  @Test("whether an optional child has a store is observed", arguments: [false, true])
  func existence(hosted: Bool) async {
    let store = Grove.store(hosted: hosted)
    let isThere = Watch { store.scope(state: \.optional, action: \.optional) != nil }
    await store.send(.title("a")).finish()
    #expect(isThere.takeCount() == 0)
    await store.send(.edit { $0.optional = Counter.State() }).finish()
    #expect(isThere.takeCount() == 1)
    let child = store.scope(state: \.optional, action: \.optional)
    let count = Watch { child?.count }
    await store.send(.optional(.add(1))).finish()
    #expect(isThere.takeCount() == 0)
    #expect(count.takeCount() == 1)
    await store.send(.edit { $0.optional = nil }).finish()
    #expect(isThere.takeCount() == 1)
    await store.send(.edit { $0.optional = Counter.State(count: 4) }).finish()
    #expect(count.takeCount() > 0)
    #expect(child?.count == 4)
    await store.stop()
  }

  @Test("an observer may read, and send, when it is told")
  func reentrance() {
    let store = Grove.store(hosted: false)
    let seen = Mutex<[Int]>([])
    withObservationTracking {
      _ = store.child.count
    } onChange: {
      seen.withLock { $0.append(store.child.count) }
      store.send(.child(.add(10)))
      seen.withLock { $0.append(store.child.count) }
    }
    store.send(.child(.add(1)))
    #expect(seen.withLock { $0 } == [1, 11])
  }

  @Test("a reducer that sends to its store tells once the commit is done")
  func family() {
    let store = Grove.store(hosted: false)
    let count = Watch { store.child.count }
    store.send(
      .edit { [weak store] state in
        state.child.count = 1
        store?.send(.child(.add(1)))
      })
    #expect(store.child.count == 2)
    #expect(count.takeCount() >= 1)
  }

  @Test("a reducer may send to another store, whose observers read its own")
  func twoStores() {
    let outer = Grove.store(hosted: false)
    let inner = Grove.store(hosted: false)
    let both = Watch { (outer.title, inner.child.count) }
    outer.send(
      .edit { state in
        inner.send(.child(.add(1)))
        state.title = "a"
      })
    #expect(both.takeCount() >= 1)
    outer.send(.title("b"))
    #expect(both.takeCount() == 1)
    inner.send(.child(.add(1)))
    #expect(both.takeCount() == 1)
  }

  // At least once: `Observation` itself calls twice, now and then, when two things that are observed
  // change in other threads while it installs its observers.

  @Test("a change between the reading and its registration is told of")
  func late() async {
    let store = Grove.store(hosted: false)
    await expectTold {
      _ = store.child.count
      store.send(.child(.add(1)))
    }
    await expectTold {
      let child = store.child
      store.send(.child(.add(1)))
      _ = child.count
    }
    await expectTold {
      let child = store.child
      store.send(.child(.add(1)))
      _ = store.title
      _ = child.count
    }
  }

  private func expectTold(_ read: () -> Void) async {
    let told = Atomic(false)
    withObservationTracking(read) { told.store(true, ordering: .sequentiallyConsistent) }
    await eventually { told.load(ordering: .sequentiallyConsistent) }
  }

  @Test("state that was made before anything was observed is observed when it comes in")
  func early() {
    // However many tests ran before, this one has no tracker.
    let store = Grove.store(hosted: false)
    let count = Watch { store.optional?.count }
    store.send(.edit { $0.optional = untracked })
    #expect(count.takeCount() == 1)
    store.send(.optional(.add(1)))
    #expect(count.takeCount() == 1)
    store.send(.optional(.add(1)))
    #expect(count.takeCount() == 1)
  }

  @Test("observers are told, and freed, when their store goes")
  func end() async {
    let told = Atomic(0)
    weak var released: StoreOf<Grove>?
    do {
      let store = Grove.store(hosted: false)
      released = store
      withObservationTracking {
        _ = store.child.count
      } onChange: {
        told.add(1, ordering: .sequentiallyConsistent)
      }
    }
    #expect(released == nil)
    await eventually { told.load(ordering: .sequentiallyConsistent) == 1 }
  }
}
