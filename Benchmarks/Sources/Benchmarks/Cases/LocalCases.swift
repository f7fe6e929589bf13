import Pando
import PandoBenchmarking
import PandoCluster
import PandoTesting

/// Cases without a worker.
enum LocalCases {
  static var all: [Benchmark] {
    operators + rows + effects + besides
  }

  private static let lock = ["bound/closure-under-lock"]

  private static var operators: [Benchmark] {
    [
      Benchmark("local/flat", bounds: lock) {
        let store = Store(initialState: Counter.State()) { Counter() }
        return { .timing(500_000) { _ in store.send(.up) } }
      },
      Benchmark("local/ifLet", bounds: lock) {
        let store = Store(initialState: Optionally.State()) { Optionally() }
        return { .timing(500_000) { _ in store.send(.child(.up)) } }
      },
      Benchmark("local/presents", bounds: ["local/ifLet"]) {
        let store = Store(initialState: Presenting.State()) { Presenting() }
        return { .timing(100_000) { _ in store.send(.child(.presented(.up))) } }
      },
      Benchmark("local/ifCaseLet", bounds: ["local/ifLet"]) {
        let store = Store(initialState: Switching.State.child(Counter.State())) { Switching() }
        return { .timing(500_000) { _ in store.send(.child(.up)) } }
      },
      Benchmark("local/stack-5", bounds: ["local/ifLet"]) {
        let counters = (0..<5).map { Counter.State(id: $0) }
        let store = Store(initialState: Stacked.State(counters)) { Stacked() }
        let id = store.withState { $0.path.ids[2] }
        return { .timing(200_000) { _ in store.send(.path(.element(id: id, action: .up))) } }
      },
      Benchmark("local/scope-5", bounds: ["bound/closure-of-five-levels"]) {
        let store = Store(initialState: LevelOne.State()) { LevelOne() }
        return {
          .timing(200_000) { _ in store.send(.child(.child(.child(.child(.child(.up)))))) }
        }
      },
    ]
  }

  /// One row of many, chosen anew with each action.
  private static var rows: [Benchmark] {
    [10, 1_000, 100_000, 1_000_000].map { count in
      Benchmark("local/forEach-\(count)", bounds: count > 10 ? ["local/forEach-10"] : lock) {
        let rows = IdentifiedArray(uniqueElements: (0..<count).map { Counter.State(id: $0) })
        let store = Store(initialState: Rows.State(rows: rows)) { Rows() }
        var random: UInt64 = 1
        return {
          .timing(200_000) { _ in
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            store.send(.rows(.element(id: Int(random >> 33) % count, action: .up)))
          }
        }
      }
    }
  }

  private static var effects: [Benchmark] {
    [
      Benchmark("local/effect-send", bounds: ["local/flat"]) {
        let store = Store(initialState: Echoing.State()) { Echoing() }
        return { .timing(100_000) { _ in store.send(.call) } }
      },
      Benchmark("local/run-effect", bounds: ["bound/task", "bound/task-immediate"]) {
        let store = Store(initialState: Asking.State()) { Asking() }
        return { await .awaiting(20_000) { _ in await store.send(.ask).finish() } }
      },
      Benchmark("local/test-store-send") {
        let store = TestStore(initialState: Counter.State()) { Counter() }
        return { await .awaiting(2_000) { _ in await store.send(.up) { $0.count += 1 } } }
      },
    ]
  }

  /// An action that is not for the child, which is hosted or not.
  private static var besides: [Benchmark] {
    [
      Benchmark("local/beside-child") {
        let store = Store(initialState: Neighbour.State()) { Neighbour(isHosted: false) }
        return { .timing(100_000) { _ in store.send(.tick) } }
      },
      Benchmark("local/beside-hosted", bounds: ["local/beside-child"]) {
        let store = Store(initialState: Neighbour.State()) {
          Neighbour(isHosted: true)
        } withDependencies: {
          $0.hosting = .workers(1)
        }
        Benchmark.afterwards { await store.stop() }
        return {
          let work = HostedWork(store: store) { $0.child.count }
          let before = store.withState(work.reduced)
          await store.send(.child(.up)).finish()
          try work.check(1, since: before)
          return .timing(100_000) { _ in store.send(.tick) }
        }
      },
    ]
  }
}
