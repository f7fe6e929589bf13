import Pando
import Synchronization
import Testing

/// The client asks of the memory whether a hosted state is what its worker knows.
@Suite("A hosted state that nobody changes")
struct SameBytesTests {
  /// Counts the times that one of it is encoded.
  struct Row: Codable, Identifiable, Equatable, Sendable {
    static let encodingCount = Atomic<Int>(0)
    var id: Int

    init(id: Int) { self.id = id }
    init(from decoder: any Decoder) throws {
      id = try decoder.singleValueContainer().decode(Int.self)
    }
    func encode(to encoder: any Encoder) throws {
      Row.encodingCount.add(1, ordering: .relaxed)
      var container = encoder.singleValueContainer()
      try container.encode(id)
    }
  }

  @Reducer
  struct List {
    struct State: Codable, Equatable, Sendable {
      var count = 0
      var rows: IdentifiedArrayOf<Row> = [Row(id: 0)]
      var tail = 0
    }
    enum Action: Codable, Sendable { case up, add(Int), remove(Int) }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up: state.count += 1
        case .add(let id): state.rows.append(Row(id: id))
        case .remove(let id): state.rows.remove(id: id)
        }
        return .none
      }
    }
  }

  @Reducer
  struct Pair {
    struct State: Sendable { var child = List.State() }
    enum Action: Sendable { case child(List.Action) }
    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: \.child) { List().hosted() }
    }
  }

  @Test("is not encoded by its client to see that")
  func encodings() {
    let store = Store(initialState: Pair.State()) { Pair() }
    store.send(.child(.add(1)))
    store.send(.child(.remove(1)))
    func count(_ body: () -> Void) -> Int {
      let before = Row.encodingCount.load(ordering: .relaxed)
      body()
      return Row.encodingCount.load(ordering: .relaxed) - before
    }
    let ups = count { for _ in 0..<100 { store.send(.child(.up)) } }
    let changes = count {
      for _ in 0..<100 {
        store.send(.child(.add(1)))
        store.send(.child(.remove(1)))
      }
    }
    // The worker encodes the state once for each action.
    #expect(ups == 100)
    #expect(changes == 300)
  }
}
