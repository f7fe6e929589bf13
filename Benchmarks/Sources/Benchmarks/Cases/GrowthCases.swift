import Pando
import PandoBenchmarking
import PandoCluster
import Synchronization

/// Cases whose cost is to follow the change, and not how much there is beside it: each at several sizes,
/// compared with the smallest.
enum GrowthCases {
  static var all: [Benchmark] {
    [1_000, 4_000].flatMap { count in
      [
        grown("cancel-in-row", count) { inTurn(count, .watch, try await makeBusyStore(count)) },
        grown("action-in-busy-row", count) { inTurn(count, .up, try await makeBusyStore(count)) },
        grown("append-row", count) { try await appending(count) },
        grown("remove-row", count) { try await removing(count) },
        grown("action-beside-effect", count) { besideEffect(count) },
        grown("open-lane", count) { opening(count) },
      ]
    }
      + [1_000, 10_000].map { count in
        grown("waiting-lane", count) { waiting(count) }
      }
  }

  private static func grown(
    _ name: String, _ count: Int, _ prepare: @escaping () async throws -> Benchmark.Measure
  ) -> Benchmark {
    Benchmark(
      "growth/\(name)-\(count)", bounds: count > 1_000 ? ["growth/\(name)-1000"] : [],
      warmsUp: name != "waiting-lane"
    ) { try await prepare() }
  }

  private static func makeStore(_ count: Int, _ hosting: Hosting? = nil) -> StoreOf<Watchlist> {
    let rows = IdentifiedArray(uniqueElements: (0..<count).map { Watched.State(id: $0) })
    let store = Store(initialState: Watchlist.State(rows: rows)) {
      Watchlist(isHosted: hosting != nil)
    } withDependencies: {
      if let hosting { $0.hosting = hosting }
    }
    Benchmark.afterwards { await store.stop() }
    return store
  }

  /// Each row runs an effect, all of which have begun.
  private static func makeBusyStore(_ count: Int) async throws -> StoreOf<Watchlist> {
    let store = makeStore(count)
    try await watch(0..<count, store)
    return store
  }

  /// Has rows run effects, and waits until each has begun: else those that begin are measured with what follows.
  private static func watch(_ ids: Range<Int>, _ store: StoreOf<Watchlist>) async throws {
    let before = BegunEffects.count.load(ordering: .relaxed)
    for id in ids { store.send(.rows(.element(id: id, action: .watch))) }
    for _ in 0..<30_000 {
      if BegunEffects.count.load(ordering: .relaxed) - before >= ids.count { return }
      try await Task.sleep(for: .milliseconds(1))
    }
    throw BenchmarkError("the effects of rows do not begin")
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

  /// A round has so many rows of so many turns. The turns are too short to tell their processor time.
  private static let rowsPerTurn = 200
  private static let turns = 20

  /// Rows come at the end, without effects, and go again before the next turn.
  private static func appending(_ count: Int) async throws -> Benchmark.Measure {
    let store = try await makeBusyStore(count)
    var next = count
    return {
      var nanoseconds: UInt64 = 0
      for _ in 0..<turns {
        let ids = next..<next + rowsPerTurn
        let start = Stopwatch.now
        for id in ids { store.send(.append(id)) }
        nanoseconds += Stopwatch.now - start
        for id in ids { store.send(.remove(id)) }
        next += rowsPerTurn
      }
      return BenchmarkRound(count: turns * rowsPerTurn, nanoseconds: nanoseconds)
    }
  }

  /// Rows at the end go, with their effects, and come back before the next turn.
  private static func removing(_ count: Int) async throws -> Benchmark.Measure {
    let store = try await makeBusyStore(count)
    return {
      let ids = count - rowsPerTurn..<count
      var nanoseconds: UInt64 = 0
      for _ in 0..<turns {
        let start = Stopwatch.now
        for id in ids.reversed() { store.send(.remove(id)) }
        nanoseconds += Stopwatch.now - start
        for id in ids { store.send(.append(id)) }
        try await watch(ids, store)
      }
      return BenchmarkRound(count: turns * rowsPerTurn, nanoseconds: nanoseconds)
    }
  }

  /// The first action of each row opens its lane.
  private static func opening(_ count: Int) -> Benchmark.Measure {
    {
      let store = makeStore(count, .inProcess)
      let stopwatch = Stopwatch()
      for id in 0..<count { store.send(.rows(.element(id: id, action: .up))) }
      let round = stopwatch.round(count)
      try work(of: store, isInAnotherProcess: false).check(count)
      return round
    }
  }

  /// Every row has a lane, and one of them an effect on its worker.
  private static func besideEffect(_ count: Int) -> Benchmark.Measure {
    let store = makeStore(count, .inProcess)
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
      let other = makeStore(1, .workers(at: [worker.endpoint]))
      await other.send(.rows(.element(id: 0, action: .up))).finish()
      await other.stop()
      worker.suspend()
      // One that stands still does not end.
      Benchmark.afterwards { worker.resume() }
      let store = makeStore(count, .workers(at: [worker.endpoint]).window(2 * count))
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
