import Pando
import PandoCluster

@Reducer struct Counter {
  struct State: Codable, Equatable, Sendable { var count = 0 }
  enum Action: Codable, Sendable { case up, later(Int), endless }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .up: state.count += 1; return .none
      case .later(let n): return .run { send in for _ in 0..<n { await send(.up) } }
      case .endless: return .run { _ in while !Task.isCancelled { try await Task.sleep(for: .seconds(1)) } }
      }
    }
  }
}
@Reducer struct Parent {
  struct State: Sendable { var child: Counter.State? = Counter.State(); var total = 0 }
  enum Action: Sendable { case child(Counter.Action), close }
  var body: some ReducerOf<Self> {
    Reduce { state, action in switch action { case .child: state.total += 1; return .none; case .close: state.child = nil; return .none } }
    .ifLet(\.child, action: \.child) { Counter().hosted() }
  }
}
@main struct Main: PandoProgram {
  static var features: some HostedFeatures { Feature { Counter() } }
  static func app() async throws {
    let store = Store(initialState: Parent.State()) { Parent() } withDependencies: { $0.hosting = .workers(2) }
    await store.send(.child(.up)).finish()
    print(store.state, store.workers)
    let n = Int(CommandLine.arguments.dropFirst().first ?? "20000")!
    let clock = ContinuousClock()
    for _ in 0..<3 {
      var last: StoreTask?
      let d = await clock.measure { for _ in 0..<n { last = store.send(.child(.up)) }; await last!.finish() }
      print("pipelined", Double(n) / (Double(d.components.seconds) + Double(d.components.attoseconds) / 1e18), "per second")
    }
    let m = 2000
    let d1 = await clock.measure { for _ in 0..<m { await store.send(.child(.up)).finish() } }
    print("window 1", Double(d1.components.seconds) * 1e6 / Double(m) + Double(d1.components.attoseconds) / 1e12 / Double(m), "us")
    await store.send(.child(.later(100))).finish()
    let e = store.send(.child(.endless))
    await store.send(.close).finish()
    await e.finish()
    print(store.state)
    await store.stop()
    print("stopped")
  }
}
