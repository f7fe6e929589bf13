import Pando
import PandoHosting
import Synchronization
import Testing

@Suite("Windows of bytes", .timeLimit(.minutes(15)))
struct ByteWindowTests {
  /// A worker that takes everything and answers nothing. It hosts the lanes once it is told to.
  private final class SilentWorker: HostingBackend, HostingLink {
    private struct Record {
      var client: (any HostingClient)?
      var lanes: [LaneID] = []
      var batchBytes: [Int] = []
      var actionCount = 0
    }

    private let record = Mutex(Record())
    let name = "the silent worker"

    /// The lengths of the batches that it was sent.
    var batchBytes: [Int] { record.withLock { $0.batchBytes } }

    /// The number of actions that it was sent.
    var actionCount: Int { record.withLock { $0.actionCount } }

    func host() {
      let (client, lanes) = record.withLock { ($0.client, $0.lanes) }
      for lane in lanes { client?.placed(lane, on: self) }
    }

    func send(_ batch: UnsafeRawBufferPointer) -> [UInt8]? {
      var actionCount = 0
      try? ClientMessage.decodeAll(batch) { message in
        if case .reduce = message { actionCount += 1 }
      }
      record.withLock { record in
        record.batchBytes.append(batch.count)
        record.actionCount += actionCount
      }
      return nil
    }

    func countCommits(_ count: Int) {}

    func refuse(reason: String) {}

    func start(
      client: any HostingClient, features: [any HostedFeature], dependencies: DependencyValues
    ) {
      record.withLock { $0.client = client }
    }

    func place(
      _ lane: LaneID, _ feature: any HostedFeature, group: LaneGroup?, in place: LanePlace
    ) -> (any HostingLink)? {
      record.withLock { $0.lanes.append(lane) }
      return nil
    }

    func ended(_ lane: LaneID) {}

    var workers: [HostedWorker] { [] }

    func stop() { record.withLock { $0.client = nil } }

    func finish() async {}
  }

  private let worker = SilentWorker()
  private let action = Shelf.Action.put(String(repeating: "x", count: actionBytes))
  private static let actionBytes = 300_000

  @Reducer
  struct Shelf {
    struct State: Codable, Equatable, Sendable { var text = "" }
    enum Action: Codable, Sendable { case put(String) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .put(let text) = action { state.text = text }
        return .none
      }
    }
  }

  @Reducer
  struct Room {
    struct State: Sendable { var shelf = Shelf.State() }
    enum Action: Sendable { case shelf(Shelf.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.shelf, action: \.shelf) { Shelf().hosted() }
    }
  }

  private func makeStore(textBytes: Int = 0) -> StoreOf<Room> {
    let shelf = Shelf.State(text: String(repeating: "x", count: textBytes))
    return Store(initialState: Room.State(shelf: shelf)) {
      Room()
    } withDependencies: { [worker] in
      $0.hosting = Hosting { worker }
    }
  }

  @Test("P7: what a child has in flight is bounded in bytes, and so is each batch")
  func inFlight() async {
    let store = makeStore()
    for _ in 0..<200 { store.send(.shelf(action)) }
    #expect(worker.batchBytes == [])
    worker.host()
    let sentBytes = worker.batchBytes.reduce(0, +)
    #expect(sentBytes > 8 << 20)
    #expect(sentBytes < LaneMachine.windowBytes + (1 << 20))
    #expect((worker.batchBytes.max() ?? 0) < 2 << 20)
    await store.stop()
  }

  @Test("P7: the states that answers are likely to bring are bounded in bytes")
  func answers() async {
    let store = makeStore(textBytes: 100_000)
    for _ in 0..<900 { store.send(.shelf(.put(""))) }
    worker.host()
    #expect((100..<170).contains(worker.actionCount))
    await store.stop()
  }

  @Test("P7: what waits in a store is bounded in bytes")
  func waiting() async {
    let store = makeStore()
    var count = 0
    while count < 900, (try? store.sendIfRoom(.shelf(action))) != nil { count += 1 }
    #expect((60 << 20..<70 << 20).contains(count * Self.actionBytes))
    await store.stop()
  }
}
