import Pando
import Synchronization
import Testing

@Suite("A merge inside an effect, which an action of its own cancels", .timeLimit(.minutes(15)))
struct CancelledMergeTests {
  enum ID: Codable, Hashable, Sendable { case whole, search }

  /// The part behind the action.
  enum Part: CaseIterable, Codable, Sendable { case cancel, cancelInFlight, throttle, run }

  /// Holds an effect up until it is opened, and counts others.
  final class Gate: Sendable {
    private let isOpen = Atomic<Bool>(false)
    private let runs = Atomic<Int>(0)

    var runCount: Int { runs.load(ordering: .acquiring) }

    func open() { isOpen.store(true, ordering: .releasing) }

    func noteRun() { runs.add(1, ordering: .acquiringAndReleasing) }

    func wait() async throws {
      while !isOpen.load(ordering: .acquiring) { try await Task.sleep(for: .milliseconds(1)) }
    }
  }

  @Reducer
  struct Search {
    struct State: Codable, Equatable, Sendable { var notes: [String] = [] }

    enum Action: Codable, Sendable {
      case search, stop
      case merged(Part)
      case note(String)
    }

    let gate: Gate

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .search:
          return .run { [gate] send in
            try await gate.wait()
            await send(.note("found"))
          }
          .cancellable(id: ID.search)
        case .merged(let part):
          return .concatenate(.run { _ in }, .merge(.send(.stop), makeEffect(part)))
            .cancellable(id: ID.whole)
        case .stop:
          return .cancel(id: ID.whole)
        case .note(let note):
          state.notes.append(note)
          return .none
        }
      }
    }

    private func makeEffect(_ part: Part) -> EffectOf<Self> {
      let run = EffectOf<Self>.run { [gate] _ in gate.noteRun() }
      switch part {
      case .cancel: return .cancel(id: ID.search)
      case .cancelInFlight: return run.cancellable(id: ID.search, cancelInFlight: true)
      case .throttle:
        return run.throttle(
          id: ID.search, for: .seconds(1), clock: ContinuousClock(), latest: true)
      case .run: return run
      }
    }
  }

  @Reducer
  struct Desk {
    struct State: Sendable { var search = Search.State() }
    enum Action: Sendable { case search(Search.Action) }

    let isHosted: Bool
    let gate: Gate

    var body: some ReducerOf<Self> {
      Scope(state: \.search, action: \.search) {
        if isHosted { Search(gate: gate).hosted() } else { Search(gate: gate) }
      }
    }
  }

  @Test("does not go on, and ends nothing that runs", arguments: [false, true], Part.allCases)
  func cancelled(isHosted: Bool, part: Part) async {
    let gate = Gate()
    let store = Store(initialState: Desk.State()) { Desk(isHosted: isHosted, gate: gate) }
    let search = store.send(.search(.search))
    await store.send(.search(.merged(part))).finish()
    gate.open()
    await search.finish()
    #expect(store.state.search.notes == ["found"])
    #expect(gate.runCount == 0)
    await store.stop()
  }
}
