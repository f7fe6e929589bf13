import Pando
@Reducer struct Flat {
  struct State: Sendable, Equatable, Codable { var count = 0 }
  enum Action: Sendable, Codable { case up }
  var body: some ReducerOf<Self> { Reduce { state, action in switch action { case .up: state.count += 1; return .none } } }
}
@Reducer struct Opt {
  struct State: Sendable { var child: Flat.State? = Flat.State(); var total = 0 }
  enum Action: Sendable { case child(Flat.Action) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in switch action { case .child: state.total += 1; return .none } }
    .ifLet(\.child, action: \.child) { Flat() }
  }
}
@Reducer struct HOpt {
  struct State: Sendable { var child: Flat.State? = Flat.State(); var total = 0 }
  enum Action: Sendable { case child(Flat.Action) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in switch action { case .child: state.total += 1; return .none } }
    .ifLet(\.child, action: \.child) { Flat().hosted() }
  }
}
@Reducer struct Row {
  struct State: Identifiable, Sendable { var id: Int; var n = 0 }
  enum Action: Sendable { case up }
  var body: some ReducerOf<Self> { Reduce { state, _ in state.n += 1; return .none } }
}
@Reducer struct Rows {
  struct State: Sendable { var rows: IdentifiedArray<Int, Row.State> = [] }
  enum Action: Sendable { case rows(IdentifiedAction<Int, Row.Action>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }.forEach(\.rows, action: \.rows) { Row() }
  }
}
func time(_ name: String, _ n: Int, _ body: () -> Void) {
  body()
  let clock = ContinuousClock()
  let d = clock.measure(body)
  print(name, Double(d.components.attoseconds) / 1e9 / Double(n) + Double(d.components.seconds) * 1e9 / Double(n), "ns")
}
let flat = Store(initialState: Flat.State()) { Flat() }
time("flat", 1_000_000) { for _ in 0..<1_000_000 { flat.send(.up) } }
let opt = Store(initialState: Opt.State()) { Opt() }
time("ifLet", 1_000_000) { for _ in 0..<1_000_000 { opt.send(.child(.up)) } }
let rows = Store(initialState: Rows.State(rows: IdentifiedArray(uniqueElements: (0..<1000).map { Row.State(id: $0) }))) { Rows() }
time("forEach", 1_000_000) { var x = 1; for _ in 0..<1_000_000 { x = x &* 1103515245 &+ 12345; rows.send(.rows(.element(id: (x >> 8) & 1023 % 1000, action: .up))) } }
let h = Store(initialState: HOpt.State()) { HOpt() }
time("hosted loopback", 10_000) { for _ in 0..<10_000 { h.send(.child(.up)) } }
