import Pando
import Testing

@Suite(
  "A cancellation by a child that shares its identities with its parent", .timeLimit(.minutes(15)))
struct CancellationReachTests {
  enum ID: Codable, Hashable, Sendable { case work }

  @Reducer
  struct Child {
    struct State: Codable, Equatable, Sendable {}
    enum Action: Codable, CaseIterable, Sendable { case returned, behind, running, inFlight }

    var body: some ReducerOf<Self> {
      Reduce { _, action in
        switch action {
        case .returned: .cancel(id: ID.work)
        case .behind: .concatenate(.run { _ in }, .cancel(id: ID.work))
        case .running: .run { _ in Task.cancel(id: ID.work) }
        case .inFlight:
          .run { _ in await withTaskCancellation(id: ID.work, cancelInFlight: true) {} }
        }
      }
    }
  }

  @Reducer
  struct Parent {
    struct State: Sendable {
      var child = Child.State()
      var isDone = false
    }

    enum Action: Sendable {
      case child(Child.Action)
      case work
      case done
    }

    let isHosted: Bool
    let gate: AsyncStream<Void>

    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: \.child) {
        if isHosted { Child().hosted() } else { Child() }
      }
      Reduce { state, action in
        switch action {
        case .child: break
        case .work:
          return .run { [gate] send in
            for await _ in gate {}
            await send(.done)
          }
          .cancellable(id: ID.work)
        case .done: state.isDone = true
        }
        return .none
      }
    }
  }

  @Test(
    "ends the parent's effects, but for one that an effect on a worker carries out",
    arguments: [false, true], Child.Action.allCases)
  func reach(isHosted: Bool, cancellation: Child.Action) async {
    let (gate, open) = AsyncStream<Void>.makeStream()
    let store = Store(initialState: Parent.State()) { Parent(isHosted: isHosted, gate: gate) }
    let work = store.send(.work)
    await store.send(.child(cancellation)).finish()
    open.finish()
    await work.finish()
    #expect(store.withState { $0.isDone } == (isHosted && cancellation != .returned))
    await store.stop()
  }
}
