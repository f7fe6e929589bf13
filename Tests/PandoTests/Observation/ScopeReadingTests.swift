import Pando
import Testing

@Suite("Observing which children have stores")
struct ScopeReadingTests {
  @Test(
    "that a feature is presented is observed, and not what changes in it", arguments: [false, true])
  func presentation(isHosted: Bool) async {
    let store = Grove.store(hosted: isHosted)
    let isThere = Watch { store.scope(state: \.sheet, action: \.sheet) != nil }
    await store.send(.title("a")).finish()
    #expect(isThere.takeCount() == 0)
    await store.send(.edit { $0.sheet = Counter.State() }).finish()
    #expect(isThere.takeCount() == 1)
    await store.send(.sheet(.presented(.add(1)))).finish()
    #expect(isThere.takeCount() == 0)
    await store.send(.sheet(.dismiss)).finish()
    #expect(isThere.takeCount() == 1)
    await store.stop()
  }

  @Test(
    "the rows that are there are observed, and not what changes in them", arguments: [false, true])
  func rows(isHosted: Bool) async {
    let store = Grove.store(hosted: isHosted, Grove.State(rows: [Counter.State(id: 1)]))
    let count = Watch { store.scope(state: \.rows, action: \.rows).count }
    await store.send(.title("a")).finish()
    await store.send(.rows(.element(id: 1, action: .add(1)))).finish()
    #expect(count.takeCount() == 0)
    await store.send(.edit { $0.rows.append(Counter.State(id: 2)) }).finish()
    #expect(count.takeCount() == 1)
    await store.stop()
  }

  @Test(
    "the elements of a stack are observed, and not what changes in them", arguments: [false, true])
  func stack(isHosted: Bool) async {
    let store = StackObservationTests.store(isHosted)
    let count = Watch { store.scope(state: \.path, action: \.path).count }
    await store.send(.edit { $0.path.append(Counter.State(id: 7)) }).finish()
    #expect(count.takeCount() == 1)
    await store.send(.title("a")).finish()
    await store.send(.path(.element(id: 0, action: .add(1)))).finish()
    #expect(count.takeCount() == 0)
    await store.send(.path(.popFrom(id: 0))).finish()
    #expect(count.takeCount() == 1)
    await store.stop()
  }

  @Test("the case of a destination is observed, and not what changes in it")
  func destination() throws {
    let store = StackObservationTests.store(false)
    store.send(.edit { $0.destination = .counter(Counter.State()) })
    let destination = try #require(store.scope(state: \.destination, action: \.destination))
    let isCounter = Watch { if case .counter = destination.case { true } else { false } }
    let hasCounter = Watch { destination.scope(state: \.counter, action: \.counter) != nil }
    store.send(.title("a"))
    store.send(.destination(.presented(.counter(.add(1)))))
    #expect([isCounter, hasCounter].map { $0.takeCount() } == [0, 0])
    store.send(.edit { $0.destination = .list(Counter.State()) })
    #expect([isCounter, hasCounter].map { $0.takeCount() } == [1, 1])
  }

  @Test("the case of a store's own state is observed, and not what changes in it")
  func root() {
    typealias Path = StackObservationTests.Path
    let store = Store(initialState: Path.State.counter(Counter.State())) { Path.body }
    let isCounter = Watch { if case .counter = store.case { true } else { false } }
    store.send(.counter(.add(1)))
    #expect(isCounter.takeCount() == 0)
    store.send(.counter(.replace(Counter.State(id: 3))))
    #expect(isCounter.takeCount() == 1)
  }
}
