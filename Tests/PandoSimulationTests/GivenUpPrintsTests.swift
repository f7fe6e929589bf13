import PandoHosting
import PandoSimulation
import SimulationPrograms
import Testing

@testable import Pando

/// Tests of what is printed in a debug build; in a release build nothing is.
@Suite("A hosted child that goes on in the store's process", .timeLimit(.minutes(15)))
struct GivenUpPrintsTests {
  typealias Meter = MovedChildTests.Meter

  @Reducer
  struct Meters {
    struct State: Equatable, Sendable {
      var first = Meter.State()
      var second = Meter.State()
    }

    enum Action: Sendable { case first(Meter.Action), second(Meter.Action) }

    let lines: MovedChildTests.Lines

    var body: some ReducerOf<Self> {
      Scope(state: \.first, action: \.first) { Meter(lines: lines).hosted() }
      Scope(state: \.second, action: \.second) {
        Meter(lines: lines).hosted(onCrash: .inProcess)
      }
    }
  }

  private let executor = SimulatedExecutor()
  private let workers: SteppedWorkers

  init() {
    workers = SteppedWorkers(count: 1, seed: 1, executor: executor)
  }

  #if DEBUG
    @Test("has what its worker's committed actions print printed")
    func prints() throws {
      let lines = MovedChildTests.Lines()
      var dependencies = DependencyValues()
      dependencies.hosting = workers.hosting
      let engine = StoreEngine(
        initialState: { Meters.State() }, reducer: { Meters(lines: lines) },
        dependencies: dependencies, executor: executor)
      // Until it has a worker, nothing behind it commits.
      workers.backend.welcome = .unplaced
      _ = engine.send(.first(.add(100)))
      workers.backend.welcome = .hosted
      _ = engine.send(.second(.add(1)))
      try workers.settle()
      _ = engine.send(.second(.add(2)))
      // No worker survives the second of its actions. The last of them has it on trial.
      for _ in 0..<3 {
        while engine.withState({ _ in
          engine.desk.lanes.values.allSatisfy { $0.machine.inFlightCount < 2 }
        }) {
          let hasMoved = try workers.step()
          try #require(hasMoved)
        }
        workers.crash(.died)
      }
      // The first of its actions is in flight, and then answered, at a worker that lives.
      try workers.settle()
      try withKnownIssue {
        while workers.backend.placeNext() {}
        try workers.settle()
      } matching: {
        "\($0)".contains("cannot host")
      }
      #expect(engine.withState { $0.second.value } == 3)
      #expect(lines.all.sorted() == [1, 3, 100])
      engine.stop()
    }
  #endif
}
