import IssueReporting
import PandoHosting
import PandoSimulation
import SimulationPrograms
import Testing

@testable import Pando

/// Children that commit when they are ready, and that come and go while actions wait for them.
@Suite("A child that is replaced while actions wait for it", .timeLimit(.minutes(15)))
struct OrderOfReplacedChildrenTests {
  @Reducer
  struct Child {
    struct State: Codable, Equatable, Identifiable, Sendable {
      let id: Int
      var marks: [Int] = []
    }

    enum Action: Codable, Equatable, Sendable {
      case mark(Int)
      /// Is for the twin, too.
      case both(Int)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.marks.append(action.number)
        return .none
      }
    }
  }

  /// A child that sees some of another's actions.
  @Reducer
  struct Twin {
    struct State: Codable, Equatable, Sendable { var marks: [Int] = [] }
    typealias Action = Int

    var body: some ReducerOf<Self> {
      Reduce { state, number in
        state.marks.append(number)
        return .none
      }
    }
  }

  /// Sends to the store from inside a reducer.
  final class Relay: @unchecked Sendable {
    // One thread has a simulation.
    var send: (Parent.Action) -> Void = { _ in }
  }

  @Reducer
  struct Parent {
    struct State: Sendable {
      var patient: Child.State? = Child.State(id: 0)
      var prompt: Child.State?
      var twin: Twin.State?
      var rows: IdentifiedArrayOf<Child.State> = []
      var lives = 0
      /// The numbers of the actions of each child, in the order of their commits.
      var diary: [Int: [Int]] = [:]
    }

    enum Action: Sendable {
      /// Commits in the order of sending.
      case patient(Child.Action)
      /// Commits when it is ready, as do the rows.
      case prompt(Child.Action)
      case rows(IdentifiedActionOf<Child>)
      case present, dismiss
      case presentPatient, dismissPatient
      case presentTwin, dismissTwin
      /// Sends to the child from inside the reducer.
      case relay(Int)
      case addRow(Int), removeRow(Int)
    }

    let relay: Relay

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.patient, action: \.patient) { Child().hosted() }
      Reduce { state, action in
        switch action {
        case .patient, .prompt, .rows:
          if let (line, number) = action.mark { state.diary[line, default: []].append(number) }
          // One that commits when it is ready takes away whom the head may be for.
          if case .prompt(let action) = action, action.number.isMultiple(of: 3) {
            return .send(.dismissPatient)
          }
        case .present:
          state.lives += 1
          state.prompt = Child.State(id: state.lives)
        case .dismiss: state.prompt = nil
        case .presentPatient: state.patient = Child.State(id: 0)
        case .dismissPatient: state.patient = nil
        case .presentTwin: state.twin = Twin.State()
        case .dismissTwin: state.twin = nil
        case .relay(let number): relay.send(.prompt(.mark(number)))
        case .addRow(let id):
          if state.rows[id: id] == nil { state.rows.append(Child.State(id: id)) }
        case .removeRow(let id): state.rows.remove(id: id)
        }
        return .none
      }
      .ifLet(\.prompt, action: \.prompt) { Child().hosted(order: .asReady) }
      .ifLet(\.twin, action: \.prompt.both) { Twin().hosted(order: .asReady) }
      .forEach(\.rows, action: \.rows) { Child().hosted(order: .asReady) }
    }
  }

  @Test("commits what was sent first first, whatever comes between", arguments: 0..<8)
  func keepsOrder(part: Int) throws {
    for seed in 0..<500 { try run(seed: UInt64(part * 500 + seed)) }
  }

  private func run(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // In every other program the child stays, and another that sees some of its actions comes and goes.
    let hasTwin = !seed.isMultiple(of: 2)
    let executor = SimulatedExecutor()
    let workers = SteppedWorkers(
      count: Int.random(in: 1...3, using: &random), seed: seed, executor: executor)
    var dependencies = DependencyValues()
    dependencies.hosting = workers.hosting
    let relay = Relay()
    let engine = StoreEngine(
      initialState: { Parent.State(prompt: hasTwin ? Child.State(id: 0) : nil) },
      reducer: { Parent(relay: relay) },
      dependencies: dependencies, executor: executor)
    relay.send = { [unowned engine] in _ = engine.send($0) }
    var accepted: [Int: [Int]] = [:]
    engine.hooks.accepted = { action in
      if let (line, number) = action.mark { accepted[line, default: []].append(number) }
    }
    // That nobody is there for an action is reported, which is another matter.
    try withIssueReporters([]) {
      for number in 1...60 {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: workers.crash()
        case 1...7: _ = try workers.step()
        default: _ = engine.send(action(number, hasTwin, &random))
        }
      }
      try workers.settle()
    }
    let diary = engine.withState { $0.diary }
    for (line, numbers) in accepted {
      #expect(diary[line] ?? [] == numbers, "seed \(seed), child \(line)")
    }
    let marks = engine.withState { $0.patient?.marks ?? [] }
    #expect((diary[0] ?? []).suffix(marks.count) == marks[...], "seed \(seed)")
    engine.stop()
  }

  /// An action that a reducer sends may be for anybody, so that the next one for the child keeps its place in the
  /// buffer. There it waits behind those of a patient that is replaced, too, while the child that it was meant for is.
  @Test(
    "lets no action to the new child go ahead of one that waits in the buffer", arguments: 0..<50)
  func waitsInTheBuffer(seed: UInt64) throws {
    let executor = SimulatedExecutor()
    let workers = SteppedWorkers(count: 2, seed: seed, executor: executor)
    var dependencies = DependencyValues()
    dependencies.hosting = workers.hosting
    let relay = Relay()
    let engine = StoreEngine(
      initialState: { Parent.State(prompt: Child.State(id: 0)) },
      reducer: { Parent(relay: relay) },
      dependencies: dependencies, executor: executor)
    relay.send = { [unowned engine] action in
      // It is dispatched when it is the first, so that the one behind it waits until then.
      _ = engine.send(.patient(.mark(100)))
      _ = engine.send(action)
    }
    var accepted: [Int] = []
    engine.hooks.accepted = { action in
      if case (-1, let number)? = action.mark { accepted.append(number) }
    }
    _ = engine.send(.relay(1))
    for action in [.present, .dismissPatient, .presentPatient] as [Parent.Action] {
      _ = engine.send(action)
    }
    for number in 101..<110 { _ = engine.send(.patient(.mark(number))) }
    _ = engine.send(.prompt(.mark(4)))
    for number in 2...40 {
      _ = try workers.step()
      // No multiple of three: those dismiss the patient.
      _ = engine.send(.prompt(.mark(3 * number + 1)))
    }
    try workers.settle()
    let diary = engine.withState { $0.diary[-1] }
    #expect(diary == accepted)
    engine.stop()
  }

  private func action(
    _ number: Int, _ hasTwin: Bool, _ random: inout SeededGenerator
  ) -> Parent.Action {
    switch Int.random(in: 0..<19, using: &random) {
    case 0...3: .patient(.mark(number))
    case 4...6: .prompt(.mark(number))
    case 7...8: .prompt(hasTwin ? .both(number) : .mark(number))
    case 9...11:
      .rows(.element(id: Int.random(in: 1...2, using: &random), action: .mark(number)))
    case 12: hasTwin ? .presentTwin : .present
    case 13: hasTwin ? .dismissTwin : .dismiss
    case 14: .addRow(Int.random(in: 1...2, using: &random))
    case 15: .removeRow(Int.random(in: 1...2, using: &random))
    case 16: .presentPatient
    default: .relay(number)
    }
  }
}

extension OrderOfReplacedChildrenTests.Child.Action {
  fileprivate var number: Int {
    switch self {
    case .mark(let number), .both(let number): number
    }
  }
}

extension OrderOfReplacedChildrenTests.Parent.Action {
  /// The child that an action is for, and its number; nil for one of the parent's own.
  fileprivate var mark: (line: Int, number: Int)? {
    switch self {
    case .patient(let action): (0, action.number)
    case .prompt(let action): (-1, action.number)
    case .rows(.element(let id, let action)): (id, action.number)
    default: nil
    }
  }
}
