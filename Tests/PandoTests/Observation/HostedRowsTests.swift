import OrderedCollections
import Testing

@testable import Pando

/// A hosted feature with many rows.
@Reducer
private struct Meadow {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var rows: IdentifiedArrayOf<Counter.State>
    var others: IdentifiedArrayOf<Counter.State>
    var patch: Patch?
    var bed = Bed.empty
  }

  @ObservableState
  struct Patch: Codable, Equatable, Sendable {
    var rows: IdentifiedArrayOf<Counter.State>
  }

  @ObservableState
  enum Bed: Codable, Equatable, Sendable {
    case empty
    case patch(Patch)

    var content: Patch? {
      if case .patch(let patch) = self { patch } else { nil }
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case rows(IdentifiedActionOf<Counter>)
    case addToMany([Int])
    case addInPatch(Int)
    case addInBed(Int)
    case append(Int)
    case remove(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rows: break
      case .addToMany(let ids): for id in ids { state.rows[id: id]?.count += 1 }
      case .addInPatch(let id): state.patch?.rows[id: id]?.count += 1
      case .addInBed(let id):
        guard case .patch(var patch) = state.bed else { break }
        patch.rows[id: id]?.count += 1
        state.bed = .patch(patch)
      case .append(let id): state.rows.append(Counter.State(id: id))
      case .remove(let id): state.rows.remove(id: id)
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Counter() }
  }
}

@Reducer
private struct Land {
  @ObservableState
  struct State: Equatable, Sendable {
    var meadow: Meadow.State
  }
  enum Action: Sendable {
    case meadow(Meadow.Action)
  }
  var isHosted = false

  var body: some ReducerOf<Self> {
    Scope(state: \.meadow, action: \.meadow) {
      if isHosted { Meadow().hosted() } else { Meadow() }
    }
  }
}

/// A watched state of which a worker changes few rows: only those are looked at.
@Suite("Observing rows that come back from a worker")
struct HostedRowsTests {
  private static func store(isHosted: Bool, hasBed: Bool = false) -> StoreOf<Land> {
    observeSomething()
    let state = Meadow.State(
      rows: rows(), others: rows(), patch: Meadow.Patch(rows: rows()),
      bed: hasBed ? .patch(Meadow.Patch(rows: rows())) : .empty)
    return Store(initialState: Land.State(meadow: state)) {
      Land(isHosted: isHosted)
    } withDependencies: {
      if isHosted { $0.hosting = .inProcess }
    }
  }

  /// Returns rows of their own: copies of a row are told of one another's changes.
  private static func rows() -> IdentifiedArrayOf<Counter.State> {
    IdentifiedArray(uniqueElements: (0..<1_000).map { Counter.State(id: $0) })
  }

  /// Observes a state: from then on each state of the process is tracked from the moment when it is made.
  private static func observeSomething() {
    let store = Store(initialState: Land.State(meadow: Meadow.State(rows: [], others: []))) {
      Land()
    }
    _ = Watch { store.meadow.rows.ids }
  }

  private func buffer(
    _ store: StoreOf<Land>,
    _ rows: any KeyPath<Meadow.State, IdentifiedArrayOf<Counter.State>?> & Sendable
  ) -> UnsafeRawPointer? {
    store.withState {
      $0.meadow[keyPath: rows]?.elements.withUnsafeBytes { $0.baseAddress }
    }
  }

  private func identities(_ store: StoreOf<Land>) -> [_StateIdentity] {
    store.withState { state in
      [state.meadow.rows, state.meadow.others, state.meadow.patch?.rows ?? []]
        .flatMap { $0.elements.map(\._$identity) }
    }
  }

  /// Returns the positions at which another version is.
  private func touched(_ before: [_StateIdentity], _ after: [_StateIdentity]) -> [Int] {
    before.indices.filter { !after[$0].isSame(as: before[$0]) }
  }

  @Test("an edit of a row moves no other row, and looks at none", arguments: [false, true])
  func oneRow(isHosted: Bool) async {
    let store = Self.store(isHosted: isHosted)
    let watches = [
      Watch { store.meadow.rows[id: 5]?.count }, Watch { store.meadow.rows[id: 6]?.count },
      Watch { store.meadow.rows.ids }, Watch { store.meadow.others.ids },
      Watch { store.meadow.patch?.rows[id: 5]?.count },
      Watch { store.meadow.patch?.rows[id: 6]?.count },
    ]
    func send(_ action: Meadow.Action) async { await store.send(.meadow(action)).finish() }
    func counts() -> [Int] { watches.map { $0.takeCount() } }
    // Whoever hosts it has a copy of the state as it was at first.
    await send(.rows(.element(id: 5, action: .add(1))))
    await send(.addInPatch(5))
    _ = counts()

    var before = identities(store)
    let rows = buffer(store, \.optionalRows)
    let patch = buffer(store, \.patch?.rows)
    await send(.rows(.element(id: 5, action: .add(1))))
    #expect(counts() == [1, 0, 0, 0, 0, 0])
    #expect(touched(before, identities(store)) == [5])
    #expect(buffer(store, \.optionalRows) == rows)

    before = identities(store)
    await send(.addToMany([3, 6, 900]))
    // Whoever edits rows of its own in process tells that the field has changed, too.
    #expect(counts() == (isHosted ? [0, 1, 0, 0, 0, 0] : [1, 1, 1, 0, 0, 0]))
    #expect(touched(before, identities(store)) == [3, 6, 900])
    #expect(buffer(store, \.optionalRows) == rows)

    before = identities(store)
    await send(.addInPatch(6))
    #expect(counts() == (isHosted ? [0, 0, 0, 0, 0, 1] : [0, 0, 0, 0, 1, 1]))
    #expect(touched(before, identities(store)) == [2_006])
    #expect(buffer(store, \.patch?.rows) == patch)
    #expect(store.withState { $0.meadow.patch?.rows[id: 6]?.count } == 1)
    #expect(store.withState { $0.meadow.rows[id: 5]?.count } == 2)
    await store.stop()
  }

  @Test("an edit of a row in a case moves no row")
  func rowInCase() async {
    let store = Self.store(isHosted: true, hasBed: true)
    let watches = [
      Watch { store.meadow.bed.content?.rows[id: 5]?.count },
      Watch { store.meadow.bed.content?.rows[id: 6]?.count },
    ]
    await store.send(.meadow(.addInBed(5))).finish()
    _ = watches.map { $0.takeCount() }
    let rows = buffer(store, \.bed.content?.rows)
    await store.send(.meadow(.addInBed(5))).finish()
    #expect(watches.map { $0.takeCount() } == [1, 0])
    #expect(buffer(store, \.bed.content?.rows) == rows)
    #expect(store.withState { $0.meadow.bed.content?.rows[id: 5]?.count } == 2)
    await store.stop()
  }

  @Test("rows that come and go are told as in one process")
  func comingAndGoing() async {
    var found: [[[Int]]] = []
    for isHosted in [false, true] {
      let store = Self.store(isHosted: isHosted)
      let watches = [
        Watch { store.meadow.rows.ids }, Watch { store.meadow.rows[id: 1_000]?.count },
        Watch { store.meadow.others.ids },
      ]
      var counts: [[Int]] = []
      for action in [
        Meadow.Action.append(1_000), .rows(.element(id: 1_000, action: .add(1))), .append(1_001),
        .remove(1_000), .remove(3), .rows(.element(id: 4, action: .add(1))),
      ] {
        await store.send(.meadow(action)).finish()
        counts.append(watches.map { $0.takeCount() })
      }
      found.append(counts)
      #expect(store.withState { $0.meadow.rows.count } == 1_000 - 1 + 1)
      #expect(store.withState { $0.meadow.rows[id: 4]?.count } == 1)
      await store.stop()
    }
    #expect(found[0] == found[1])
    #expect(found[0].map(\.first) == [1, 0, 1, 1, 1, 0])
  }
}

extension Meadow.State {
  fileprivate var optionalRows: IdentifiedArrayOf<Counter.State>? { rows }
}
