import Pando

/// Cases whose cost is to follow the change, and not how much there is beside it: each at two sizes.
enum GrowthCases {
  static var all: [Case] {
    [1_000, 4_000].flatMap { count in
      [
        Case(name: "growth/cancel-in-row-\(count)") { restarting(count) },
        Case(name: "growth/append-row-\(count)") { appending(count) },
        Case(name: "growth/remove-row-\(count)") { removing(count) },
        Case(name: "growth/action-beside-effect-\(count)") { besideEffect(count) },
        Case(name: "growth/open-lane-\(count)") { opening(count) },
      ]
    }
  }

  private static func makeStore(_ count: Int, busy: Bool, _ hosting: Hosting? = nil)
    -> StoreOf<Watchlist>
  {
    let rows = IdentifiedArray(uniqueElements: (0..<count).map { Watched.State(id: $0) })
    let store = Store(initialState: Watchlist.State(rows: rows)) {
      Watchlist(isHosted: hosting != nil)
    } withDependencies: {
      if let hosting { $0.hosting = hosting }
    }
    if busy {
      for id in 0..<count { store.send(.rows(.element(id: id, action: .watch))) }
    }
    return store
  }

  /// Each row runs an effect under the identity that all use, and one begins it anew.
  private static func restarting(_ count: Int) -> (() async -> Round) {
    inTurn(count, .watch, makeStore(count, busy: true))
  }

  /// Sends an action to the rows, one after the other and far apart.
  private static func inTurn(
    _ count: Int, _ action: Watched.Action, _ store: StoreOf<Watchlist>
  ) -> (() async -> Round) {
    var next = 0
    return {
      LocalCases.measure(2_000) { _ in
        next = (next + 7_919) % count
        store.send(.rows(.element(id: next, action: action)))
      }
    }
  }

  private static func appending(_ count: Int) -> (() async -> Round) {
    let store = makeStore(count, busy: true)
    var next = count
    return {
      let start = now()
      for id in next..<next + 200 { store.send(.append(id)) }
      let round = Round(count: 200, nanoseconds: now() - start, latencies: [])
      for id in next..<next + 200 { store.send(.remove(id)) }
      next += 200
      return round
    }
  }

  /// Rows at the end go, with their effects, which come back for the next round.
  private static func removing(_ count: Int) -> (() async -> Round) {
    let store = makeStore(count, busy: true)
    return {
      let ids = count - 200..<count
      let start = now()
      for id in ids.reversed() { store.send(.remove(id)) }
      let round = Round(count: 200, nanoseconds: now() - start, latencies: [])
      for id in ids {
        store.send(.append(id))
        store.send(.rows(.element(id: id, action: .watch)))
      }
      return round
    }
  }

  /// The first action of each row opens its lane.
  private static func opening(_ count: Int) -> (() async -> Round) {
    {
      let store = makeStore(count, busy: false, .inProcess)
      let start = now()
      for id in 0..<count { store.send(.rows(.element(id: id, action: .up))) }
      let round = Round(count: count, nanoseconds: now() - start, latencies: [])
      await store.stop()
      return round
    }
  }

  /// Every row has a lane, and one of them an effect on its worker.
  private static func besideEffect(_ count: Int) -> (() async -> Round) {
    let store = makeStore(count, busy: false, .inProcess)
    for id in 0..<count { store.send(.rows(.element(id: id, action: .up))) }
    store.send(.rows(.element(id: 0, action: .watch)))
    return inTurn(count, .up, store)
  }
}
