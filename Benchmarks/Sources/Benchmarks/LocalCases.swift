import Pando

/// Cases without a worker.
enum LocalCases {
  static var all: [Case] {
    [
      Case(name: "local/flat") {
        let store = Store(initialState: Counter.State()) { Counter() }
        return { Self.measure(200_000) { _ in store.send(.up) } }
      },
      Case(name: "local/ifLet") {
        let store = Store(initialState: Optionally.State()) { Optionally() }
        return { Self.measure(200_000) { _ in store.send(.child(.up)) } }
      },
      Case(name: "local/forEach-1000") {
        let rows = IdentifiedArray(uniqueElements: (0..<1_000).map { Counter.State(id: $0) })
        let store = Store(initialState: Rows.State(rows: rows)) { Rows() }
        var random: UInt64 = 1
        return {
          Self.measure(200_000) { _ in
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            store.send(.rows(.element(id: Int(random >> 33) % 1_000, action: .up)))
          }
        }
      },
      Case(name: "local/scope-5") {
        let store = Store(initialState: LevelOne.State()) { LevelOne() }
        return {
          Self.measure(200_000) { _ in
            store.send(.child(.child(.child(.child(.child(.up))))))
          }
        }
      },
      Case(name: "local/presents") {
        let store = Store(initialState: Presenting.State()) { Presenting() }
        return { Self.measure(200_000) { _ in store.send(.child(.presented(.up))) } }
      },
      Case(name: "local/presents-observed") {
        let store = Store(initialState: PresentingObserved.State()) { PresentingObserved() }
        return { Self.measure(200_000) { _ in store.send(.child(.presented(.up))) } }
      },
      Case(name: "local/beside-nothing") { Self.beside(isHosted: false) },
      Case(name: "local/beside-hosted") { Self.beside(isHosted: true) },
      Case(name: "local/ifCaseLet") {
        let store = Store(initialState: Switching.State.child(Counter.State())) { Switching() }
        return { Self.measure(200_000) { _ in store.send(.child(.up)) } }
      },
      Case(name: "local/stack-5") {
        let counters = (0..<5).map { Counter.State(id: $0) }
        let store = Store(initialState: Stacked.State(counters)) { Stacked() }
        let id = store.withState { $0.path.ids[2] }
        return {
          Self.measure(200_000) { _ in store.send(.path(.element(id: id, action: .up))) }
        }
      },
      Case(name: "local/effect-send") {
        let store = Store(initialState: Echoing.State()) { Echoing() }
        return { Self.measure(200_000) { _ in store.send(.call) } }
      },
      Case(name: "local/run-effect") {
        let store = Store(initialState: Asking.State()) { Asking() }
        return {
          var latencies: [UInt64] = []
          let start = now()
          for _ in 0..<5_000 {
            let begin = now()
            await store.send(.ask).finish()
            latencies.append(now() - begin)
          }
          return Round(count: 5_000, nanoseconds: now() - start, latencies: latencies)
        }
      },
    ]
  }

  /// An action of a parent, whose child may be hosted.
  private static func beside(isHosted: Bool) -> () -> Round {
    let store = Store(initialState: Beside.State()) {
      Beside(isHosted: isHosted)
    } withDependencies: {
      $0.hosting = .inProcess
    }
    store.send(.child(.up))
    return { measure(200_000) { _ in store.send(.own) } }
  }

  /// The rate from a loop without clocks; the latencies from another, one action each.
  static func measure(_ count: Int, _ send: (Int) -> Void) -> Round {
    let start = now()
    for index in 0..<count { send(index) }
    let nanoseconds = now() - start
    var latencies: [UInt64] = []
    for index in 0..<count / 10 {
      let begin = now()
      send(index)
      latencies.append(now() - begin)
    }
    return Round(count: count, nanoseconds: nanoseconds, latencies: latencies)
  }
}

/// A case: makes what it needs, and returns what runs one round.
struct Case {
  let name: String
  let prepare: () async throws -> (() async throws -> Round)
  var cleanUp: () async -> Void = {}

  init(name: String, prepare: @escaping () async throws -> (() async throws -> Round)) {
    self.name = name
    self.prepare = prepare
  }
}
