import IssueReporting
import PandoHosting
import PandoSimulation
import SimulationPrograms
import Testing

@testable import Pando

@Suite(
  "A parent that runs first and keeps an action from the child that it was for",
  .timeLimit(.minutes(15)))
struct PassedOverChildTests {
  @Reducer
  struct Child {
    struct State: Codable, Equatable, Identifiable, Sendable {
      var id: Int
      var log: [Int] = []
    }

    enum Action: Codable, Sendable { case note(Int) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .note(let number):
          state.log.append(number)
          return number % 10 == 3 ? .send(.note(-number)) : .none
        }
      }
    }
  }

  /// A thing that the parent does to the child before it reduces, and undoes behind it.
  enum Way: CaseIterable {
    /// Another of the same identity is put in its place.
    case renewed
    case putBack
    /// Another child is there meanwhile, and reduces the action.
    case exchanged
    /// It has another state, and keeps that.
    case changed
  }

  @Reducer
  struct Parent {
    struct State: Equatable, Sendable {
      var child: Child.State? = Child.State(id: 1)
      var rows: IdentifiedArrayOf<Child.State> = [Child.State(id: 7), Child.State(id: 8)]
      var aside: Child.State?
      var seen: [Int] = []
    }

    enum Action: Sendable {
      case child(Child.Action)
      case rows(IdentifiedActionOf<Child>)
    }

    let way: Way
    /// True if the reducer that runs first sends the child an action.
    let sends: Bool

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        guard case .child(.note(let number)) = action, Self.isKept(number) else { return .none }
        switch way {
        case .renewed, .putBack: state.aside = state.child.take()
        case .exchanged:
          state.aside = state.child
          state.child = Child.State(id: 2)
        case .changed: state.child?.log.append(1_000 + number)
        }
        return sends ? .send(.child(.note(number + 1))) : .none
      }
      Reduce { state, action in
        guard case .rows(.element(let id, .note(let number))) = action, Self.isKept(number) else {
          return .none
        }
        switch way {
        case .renewed, .putBack: state.aside = state.rows.remove(id: id)
        case .exchanged:
          state.aside = state.rows[id: id]
          state.rows[id: id] = Child.State(id: id, log: [2_000])
        case .changed: state.rows[id: id]?.log.append(1_000 + number)
        }
        return sends ? .send(.rows(.element(id: id, action: .note(number + 1)))) : .none
      }
      EmptyReducer()
        .ifLet(\.child, action: \.child) { Child().hosted() }
        .forEach(\.rows, action: \.rows) { Child().hosted() }
      Reduce { state, action in
        let aside = state.aside.take()
        switch action {
        case .child(.note(let number)):
          state.seen.append(number)
          if let aside { state.child = way == .renewed ? Child.State(id: 1) : aside }
        case .rows(.element(let id, .note(let number))):
          state.seen.append(1_000 * id + number)
          if let aside { state.rows.updateOrAppend(way == .renewed ? Child.State(id: id) : aside) }
        }
        return .none
      }
    }

    private static func isKept(_ number: Int) -> Bool { number > 0 && number % 10 == 0 }
  }

  private static let actions: [Parent.Action] = [1, 10, 2, 3, 20, 30, 4, 5, 13, 40, 6]
    .flatMap { number -> [Parent.Action] in
      [
        .child(.note(number)), .rows(.element(id: 7, action: .note(number))),
        .rows(.element(id: 8, action: .note(number / 2))),
      ]
    }

  private func makeEngine(
    _ way: Way, sends: Bool, _ hosting: Hosting, _ executor: SimulatedExecutor
  ) -> StoreEngine<Parent.State, Parent.Action> {
    var dependencies = DependencyValues()
    dependencies.hosting = hosting
    return StoreEngine(
      initialState: { Parent.State() }, reducer: { Parent(way: way, sends: sends) },
      dependencies: dependencies, executor: executor)
  }

  /// The result of the same actions in one process.
  private func reference(_ way: Way, sends: Bool, _ actions: [Parent.Action]) -> Parent.State {
    let executor = SimulatedExecutor()
    let engine = makeEngine(way, sends: sends, .direct, executor)
    for action in actions { _ = engine.send(action) }
    executor.runAll()
    return engine.withState { $0 }
  }

  @Test("gives the in-process answer", arguments: Way.allCases, [false, true])
  func answer(way: Way, sends: Bool) throws {
    // That a child is missing, or was changed before, is another matter.
    try withIssueReporters([]) {
      for isBurst in [false, true] {
        for onlyChild in [false, true] {
          for seed in 1...5 {
            try compare(way, sends: sends, isBurst: isBurst, onlyChild: onlyChild, UInt64(seed))
          }
        }
      }
    }
  }

  private func compare(
    _ way: Way, sends: Bool, isBurst: Bool, onlyChild: Bool, _ seed: UInt64
  ) throws {
    let actions = Self.actions.filter { action in
      if case .rows = action { !onlyChild } else { true }
    }
    let executor = SimulatedExecutor()
    let workers = SteppedWorkers(count: 2, seed: seed, executor: executor)
    let engine = makeEngine(way, sends: sends, workers.hosting, executor)
    for action in actions {
      _ = engine.send(action)
      if !isBurst { try workers.settle() }
    }
    try workers.settle()
    #expect(
      engine.withState { $0 } == reference(way, sends: sends, actions),
      "seed \(seed), \(isBurst ? "at once" : "one by one"), \(onlyChild ? "one child" : "all")")
    // Nothing is left behind in a lane.
    #expect(engine.withState { _ in engine.desk.lanes.values.allSatisfy { $0.machine.count == 0 } })
    #expect(engine.withState { _ in engine.desk.lanes.values.allSatisfy { $0.followUpCount == 0 } })
    engine.stop()
  }
}
