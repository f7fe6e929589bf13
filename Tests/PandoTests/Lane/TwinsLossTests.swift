import Pando
import PandoHosting
import PandoWire
import Synchronization
import Testing

@Suite("A worker that is lost with two children that reduce the same", .timeLimit(.minutes(15)))
struct TwinsLossTests {
  @Reducer
  struct Search {
    struct State: Codable, Equatable, Sendable { var interruptions = 0 }
    enum Action: Codable, Sendable { case begin, interrupted }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .begin: return .run { _ in try await Task.sleep(for: .seconds(3_600)) }
        case .interrupted:
          state.interruptions += 1
          return .none
        }
      }
    }
  }

  @Reducer
  struct Desk {
    struct State: Sendable {
      var left = Search.State()
      var right = Search.State()
      var other = Search.State()
    }

    enum Action: Sendable {
      case both(Search.Action)
      case other(Search.Action)
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.left, action: \.both) { Search().hosted(interrupted: .interrupted) }
      Scope(state: \.right, action: \.both) { Search().hosted(interrupted: .interrupted) }
      Scope(state: \.other, action: \.other) { Search().hosted(interrupted: .interrupted) }
    }
  }

  /// Places lanes at the first of its workers.
  private final class Backend: TestBackend {
    private let remaining: Mutex<[AnsweringWorker]>

    init(_ workers: [AnsweringWorker]) { remaining = Mutex(workers) }

    var first: AnsweringWorker? { remaining.withLock(\.first) }

    func forgetFirst() { remaining.withLock { _ = $0.removeFirst() } }

    func place(
      _ lane: LaneID, _ feature: any HostedFeature, group: LaneGroup?, in place: LanePlace
    ) -> (any HostingLink)? { first }
  }

  /// A worker that answers so many actions, each with an effect that runs.
  private static func worker(answers limit: Int) -> AnsweringWorker {
    let count = Mutex(0)
    return AnsweringWorker { message, answers in
      guard case .reduce(let lane, let epoch, let sequence, _) = message else { return }
      guard
        count.withLock({
          $0 += 1; return $0
        }) <= limit
      else { return }
      WorkerMessage.result(lane, epoch, sequence, HostedResult(effectCount: 1, awaitsCommit: true))
        .encode(into: &answers)
    }
  }

  @Test("is let go of, though one is told of its effects while the other has it still")
  func told() {
    let backend = Backend([Self.worker(answers: 2), Self.worker(answers: .max)])
    let engine = StoreEngine(
      initialState: { Desk.State() }, reducer: { Desk() },
      dependencies: {
        var dependencies = DependencyValues()
        dependencies.hosting = Hosting { backend }
        return dependencies
      }())
    _ = engine.send(.both(.begin))
    #expect(engine.hasCommittedAll)
    // It is at this one when it dies, and owes the answer.
    _ = engine.send(.other(.begin))
    #expect(!engine.hasCommittedAll)
    weak let first = backend.first
    backend.forgetFirst()
    if let first { engine.lost(first, .died, reason: "it died", nowMilliseconds: 0) }
    #expect(first == nil)
    #expect(engine.hasCommittedAll)
    engine.stop()
  }
}
