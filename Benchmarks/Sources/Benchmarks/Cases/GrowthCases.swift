import Pando
import PandoBenchmarking
import PandoCluster

/// Cases whose cost is to follow the change, and not how much there is beside it: each at several sizes,
/// compared with the smallest.
enum GrowthCases {
  static var all: [Benchmark] {
    [1_000, 4_000].flatMap { count in
      [
        grown("cancel-in-row", count) { inTurn(count, .watch, makeStore(count, busy: true)) },
        grown("action-in-busy-row", count) { inTurn(count, .up, makeStore(count, busy: true)) },
        grown("append-row", count) { appending(count) },
        grown("remove-row", count) { removing(count) },
        grown("action-beside-effect", count) { besideEffect(count) },
        grown("open-lane", count) { opening(count) },
      ]
    }
      + [1_000, 10_000].map { count in
        grown("waiting-lane", count) { waiting(count) }
      }
  }

  private static func grown(
    _ name: String, _ count: Int, _ prepare: @escaping () -> Benchmark.Measure
  ) -> Benchmark {
    Benchmark(
      "growth/\(name)-\(count)", bounds: count > 1_000 ? ["growth/\(name)-1000"] : [],
      warmsUp: name != "waiting-lane"
    ) { prepare() }
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
    Benchmark.afterwards { await store.stop() }
    if busy {
      for id in 0..<count { store.send(.rows(.element(id: id, action: .watch))) }
    }
    return store
  }

  /// Sends an action to the rows, one after the other and far apart. As `.watch` it begins anew an effect
  /// under the identity that all rows use.
  private static func inTurn(
    _ count: Int, _ action: Watched.Action, _ store: StoreOf<Watchlist>
  ) -> Benchmark.Measure {
    var next = 0
    let work = work(of: store, isInAnotherProcess: false)
    return {
      var sent = 0
      let before = store.withState(work.reduced)
      let round = BenchmarkRound.timing(2_000) { _ in
        sent += 1
        next = (next + 7_919) % count
        store.send(.rows(.element(id: next, action: action)))
      }
      try work.check(sent, since: before)
      return round
    }
  }

  private static func work(
    of store: StoreOf<Watchlist>, isInAnotherProcess: Bool
  ) -> HostedWork<Watchlist.State, Watchlist.Action> {
    HostedWork(store: store, isInAnotherProcess: isInAnotherProcess) { state in
      state.rows.reduce(0) { $0 + $1.count }
    }
  }

  private static func appending(_ count: Int) -> Benchmark.Measure {
    let store = makeStore(count, busy: true)
    var next = count
    return {
      let stopwatch = Stopwatch()
      for id in next..<next + 200 { store.send(.append(id)) }
      let round = stopwatch.round(200)
      for id in next..<next + 200 { store.send(.remove(id)) }
      next += 200
      return round
    }
  }

  /// Rows at the end go, with their effects, which come back for the next round.
  private static func removing(_ count: Int) -> Benchmark.Measure {
    let store = makeStore(count, busy: true)
    return {
      let ids = count - 200..<count
      let stopwatch = Stopwatch()
      for id in ids.reversed() { store.send(.remove(id)) }
      let round = stopwatch.round(200)
      for id in ids {
        store.send(.append(id))
        store.send(.rows(.element(id: id, action: .watch)))
      }
      return round
    }
  }

  /// The first action of each row opens its lane.
  private static func opening(_ count: Int) -> Benchmark.Measure {
    {
      let store = makeStore(count, busy: false, .inProcess)
      let stopwatch = Stopwatch()
      for id in 0..<count { store.send(.rows(.element(id: id, action: .up))) }
      let round = stopwatch.round(count)
      try work(of: store, isInAnotherProcess: false).check(count)
      return round
    }
  }

  /// Every row has a lane, and one of them an effect on its worker.
  private static func besideEffect(_ count: Int) -> Benchmark.Measure {
    let store = makeStore(count, busy: false, .inProcess)
    for id in 0..<count { store.send(.rows(.element(id: id, action: .up))) }
    store.send(.rows(.element(id: 0, action: .watch)))
    return inTurn(count, .up, store)
  }

  /// All lanes wait for a worker, which stands still until all were sent to. Its start is not in the time: it has
  /// hosted a row of another store before.
  private static func waiting(_ count: Int) -> Benchmark.Measure {
    let sender = SenderThread()
    return {
      let (worker, process) = try StoppedWorker.start()
      let other = makeStore(1, busy: false, .workers(at: [worker.endpoint]))
      await other.send(.rows(.element(id: 0, action: .up))).finish()
      await other.stop()
      worker.suspend()
      // One that stands still does not end.
      Benchmark.afterwards { worker.resume() }
      let store = makeStore(count, busy: false, .workers(at: [worker.endpoint]).window(2 * count))
      let stopwatch = Stopwatch()
      let last = await sender.run { () -> StoreTask? in
        var last: StoreTask?
        for id in 0..<count { last = store.send(.rows(.element(id: id, action: .up))) }
        return last
      }
      let pause = Stopwatch.now
      guard store.hostedChildren.allSatisfy({ $0.standing == .waiting }) else {
        throw BenchmarkError("lanes do not wait for a worker that stands still")
      }
      let end = Stopwatch.now
      worker.resume()
      await last?.finish()
      var round = stopwatch.round(count)
      round.nanoseconds -= end - pause
      try work(of: store, isInAnotherProcess: true).check(count)
      return withExtendedLifetime(process) { round }
    }
  }
}
