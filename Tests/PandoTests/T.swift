import Pando
import Testing

@Reducer
struct Counter {
  struct State: Codable, Equatable, Sendable { var id = 0; var count = 0; var log: [String] = [] }
  enum Action: Codable, Sendable { case up, upTwice, later(Int), endless }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .up: state.count += 1; return .none
      case .upTwice: return .merge(.send(.up), .send(.up))
      case .later(let n): return .run { send in for _ in 0..<n { await send(.up) } }
      case .endless: return .run { _ in while !Task.isCancelled { try await Task.sleep(for: .seconds(1)) } }
      }
    }
  }
}

@Reducer
struct Parent {
  struct State: Sendable { var child: Counter.State?; var rows: IdentifiedArray<Int, Row.State> = []; var seen: [Int] = [] }
  enum Action: Sendable { case open, close, rewrite, child(Counter.Action), rows(IdentifiedAction<Int, Row.Action>) }
  var hosted: Bool
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open: state.child = Counter.State(); return .none
      case .close: state.child = nil; return .none
      case .rewrite: state.child?.count = 100; return .none
      case .child: state.seen.append(state.child?.count ?? -1); return .none
      case .rows: return .none
      }
    }
    .ifLet(\.child, action: \.child) { Counter().hosted() }
  }
}
@Reducer
struct Row {
  struct State: Identifiable, Sendable { var id: Int; var n = 0 }
  enum Action: Sendable { case up }
  var body: some ReducerOf<Self> { Reduce { state, _ in state.n += 1; return .none } }
}

@Test("hosted in process") func hosted() async {
  let store = Store(initialState: Parent.State()) { Parent(hosted: true) }
  store.send(.open)
  store.send(.child(.up))
  #expect(store.state.child?.count == 1)
  store.send(.rewrite)
  store.send(.child(.up))
  #expect(store.state.child?.count == 101)
  await store.send(.child(.upTwice)).finish()
  #expect(store.state.child?.count == 103)
  await store.send(.child(.later(10))).finish()
  #expect(store.state.child?.count == 113)
  let endless = store.send(.child(.endless))
  await store.send(.close).finish()
  await endless.finish()
  #expect(store.state.child == nil)
  #expect(store.state.seen.count == 17)
  withKnownIssue { _ = store.send(.child(.up)) }
}
