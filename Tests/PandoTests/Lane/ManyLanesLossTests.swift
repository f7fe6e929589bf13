import Pando
import PandoHosting
import PandoWire
import Synchronization
import Testing

@Suite("A worker that is lost with many children", .timeLimit(.minutes(15)))
struct ManyLanesLossTests {
  @Reducer
  struct Row {
    struct State: Codable, Equatable, Identifiable, Sendable {
      let id: Int
      var count = 0
    }
    enum Action: Codable, Sendable { case up }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  @Reducer
  struct Table {
    struct State: Sendable { var rows: IdentifiedArrayOf<Row.State> }
    enum Action: Sendable { case rows(IdentifiedActionOf<Row>) }

    var body: some ReducerOf<Self> {
      EmptyReducer().forEach(\.rows, action: \.rows) { Row().hosted() }
    }
  }

  @Test("is reported with all of them, and takes none with it")
  func resting() {
    let opened = Mutex(0)
    let worker = AnsweringWorker { message, answers in
      switch message {
      case .open(let lane, _, _, _, _, _, _, _):
        opened.withLock { $0 += 1 }
        WorkerMessage.opened(lane).encode(into: &answers)
      case .reduce(let lane, let epoch, let sequence, _):
        WorkerMessage.result(lane, epoch, sequence, HostedResult()).encode(into: &answers)
      default: break
      }
    }
    var dependencies = DependencyValues()
    dependencies.hosting = Hosting { worker }
    let count = HostingLoss.lanesAtMost + 44
    let engine = StoreEngine(
      initialState: {
        Table.State(rows: IdentifiedArray(uniqueElements: (0..<count).map { Row.State(id: $0) }))
      },
      reducer: { Table() }, dependencies: dependencies)
    for id in 0..<count { _ = engine.send(.rows(.element(id: id, action: .up))) }
    #expect(opened.withLock { $0 } == count)
    #expect(engine.hasCommittedAll)

    let loss = engine.lost(worker, .died, reason: "it died", nowMilliseconds: 0)
    #expect(loss.laneCount == count)
    #expect(loss.lanes.count == HostingLoss.lanesAtMost)
    // None asks for another worker before there is something to do.
    #expect(opened.withLock { $0 } == count)

    for id in 0..<count { _ = engine.send(.rows(.element(id: id, action: .up))) }
    #expect(opened.withLock { $0 } == 2 * count)
    #expect(engine.hasCommittedAll)
    engine.stop()
  }
}
