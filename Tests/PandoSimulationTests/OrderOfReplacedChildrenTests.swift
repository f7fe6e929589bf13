import IssueReporting
import PandoHosting
import PandoSimulation
import Testing

@testable import Pando

/// Children that commit when they are ready, and that come and go while actions wait for them.
@Suite("A child that is replaced while actions wait for it", .timeLimit(.minutes(5)))
struct OrderOfReplacedChildrenTests {
  @Reducer
  struct Child {
    struct State: Codable, Equatable, Identifiable, Sendable {
      let id: Int
      var marks: [Int] = []
    }

    enum Action: Codable, Sendable { case mark(Int) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .mark(let number) = action { state.marks.append(number) }
        return .none
      }
    }
  }

  @Reducer
  struct Parent {
    struct State: Sendable {
      var patient = Child.State(id: 0)
      var prompt: Child.State?
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
      case addRow(Int), removeRow(Int)
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.patient, action: \.patient) { Child().hosted() }
      Reduce { state, action in
        switch action {
        case .patient(.mark(let number)): state.diary[0, default: []].append(number)
        case .prompt(.mark(let number)): state.diary[-1, default: []].append(number)
        case .rows(.element(let id, .mark(let number))):
          state.diary[id, default: []].append(number)
        case .present:
          state.lives += 1
          state.prompt = Child.State(id: state.lives)
        case .dismiss: state.prompt = nil
        case .addRow(let id):
          if state.rows[id: id] == nil { state.rows.append(Child.State(id: id)) }
        case .removeRow(let id): state.rows.remove(id: id)
        }
        return .none
      }
      .ifLet(\.prompt, action: \.prompt) { Child().hosted(order: .asReady) }
      .forEach(\.rows, action: \.rows) { Child().hosted(order: .asReady) }
    }
  }

  @Test("commits what was sent first first, whatever comes between", arguments: 0..<8)
  func keepsOrder(part: Int) throws {
    for seed in 0..<500 { try run(seed: UInt64(part * 500 + seed)) }
  }

  private func run(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let executor = SimulatedExecutor()
    let cluster = SimulatedCluster(
      count: Int.random(in: 1...3, using: &random), seed: seed, executor: executor)
    var dependencies = DependencyValues()
    dependencies.hosting = Hosting { cluster }
    let engine = StoreEngine(
      initialState: { Parent.State() }, reducer: { Parent() },
      dependencies: dependencies, executor: executor)
    // That nobody is there for an action is reported, which is another matter.
    try withIssueReporters([]) {
      for number in 1...60 {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: cluster.crash()
        case 1...7: _ = try cluster.step()
        default: _ = engine.send(action(number, &random))
        }
      }
      try cluster.settle()
    }
    let diary = engine.withState { $0.diary }
    for (child, numbers) in diary {
      #expect(numbers == numbers.sorted(), "seed \(seed), child \(child)")
    }
    #expect(engine.withState { $0.patient.marks } == diary[0] ?? [])
    engine.stop()
  }

  private func action(_ number: Int, _ random: inout SeededGenerator) -> Parent.Action {
    switch Int.random(in: 0..<16, using: &random) {
    case 0...3: .patient(.mark(number))
    case 4...8: .prompt(.mark(number))
    case 9...11:
      .rows(.element(id: Int.random(in: 1...2, using: &random), action: .mark(number)))
    case 12: .present
    case 13: .dismiss
    case 14: .addRow(Int.random(in: 1...2, using: &random))
    default: .removeRow(Int.random(in: 1...2, using: &random))
    }
  }
}
