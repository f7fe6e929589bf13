import Pando
import PandoTesting
import Synchronization
import Testing

@Suite("Many hosted rows that mount, when their worker ends", .timeLimit(.minutes(15)))
struct MountedRowsTests {
  /// An identity that counts how often it is looked for.
  struct Key: Codable, Hashable, Sendable {
    static let hashCount = Atomic(0)
    let number: Int

    func hash(into hasher: inout Hasher) {
      Self.hashCount.add(1, ordering: .relaxed)
      hasher.combine(number)
    }
  }

  @Reducer
  struct Row {
    struct State: Codable, Equatable, Identifiable, Sendable {
      let id: Key
      var mountCount = 0
    }

    @CasePathable enum Action: Codable, Equatable, Sendable { case mounted }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.mountCount += 1
        return .run { _ in try await Task.sleep(for: .seconds(3_600)) }
      }
      .onMount(\.mounted)
    }
  }

  @Reducer
  struct Table {
    struct State: Equatable, Sendable { var rows: IdentifiedArrayOf<Row.State> }
    @CasePathable enum Action: Sendable { case rows(IdentifiedActionOf<Row>) }

    var body: some ReducerOf<Self> {
      EmptyReducer().forEach(\.rows, action: \.rows) { Row().hosted() }
    }
  }

  /// Returns how often identities are hashed until so many rows are mounted again.
  private func cost(rows count: Int) async -> Int {
    let faults = HostingFaults()
    let rows = IdentifiedArray(uniqueElements: (0..<count).map { Row.State(id: Key(number: $0)) })
    let store = Store(initialState: Table.State(rows: rows)) {
      Table()
    } withDependencies: {
      $0.hosting = .faulty(faults)
    }
    await eventually { store.withState { $0.rows.allSatisfy { $0.mountCount == 1 } } }
    // Their effects have started, as what is sent behind them has come to an end.
    let before = Key.hashCount.load(ordering: .relaxed)
    faults.killWorker()
    await eventually { store.withState { $0.rows.allSatisfy { $0.mountCount == 2 } } }
    #expect(store.withState { $0.rows.allSatisfy { $0.mountCount == 2 } })
    let after = Key.hashCount.load(ordering: .relaxed)
    await store.stop()
    return after - before
  }

  @Test("are mounted again at a cost that grows with their number, not its square")
  func cost() async {
    let (few, many) = (await cost(rows: 25), await cost(rows: 200))
    #expect(many < 24 * few, "\(few) for 25 rows, \(many) for 200")
  }
}
