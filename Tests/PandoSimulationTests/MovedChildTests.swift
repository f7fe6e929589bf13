import PandoSimulation
import SimulationPrograms
import Synchronization
import Testing

@testable import Pando

/// Tests of what is printed in a debug build; in a release build nothing is.
@Suite("A hosted child that moves to another worker", .timeLimit(.minutes(15)))
struct MovedChildTests {
  @Reducer
  struct Meter {
    struct State: Codable, Equatable, Sendable { var value = 0 }
    enum Action: Codable, Equatable, Sendable { case add(Int) }

    let lines: Lines

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .add(let number): state.value += number
        }
        return .none
      }
      ._printChanges(lines.printer())
    }
  }

  final class Lines: Sendable {
    private let kept = Mutex<[Int]>([])

    var all: [Int] { kept.withLock { $0 } }

    func printer() -> ReducerPrinter<Meter.State, Meter.Action> {
      ReducerPrinter { [self] _, _, newState in kept.withLock { $0.append(newState.value) } }
    }
  }

  #if DEBUG
    @Test("has what its committed actions print printed", arguments: 1...8)
    func prints(seed: UInt64) throws {
      let lines = Lines()
      let executor = SimulatedExecutor()
      let workers = SteppedWorkers(count: 2, seed: seed, executor: executor)
      var dependencies = DependencyValues()
      dependencies.hosting = workers.hosting
      let engine = StoreEngine(
        initialState: { Meter.State() }, reducer: { Meter(lines: lines).hosted() },
        dependencies: dependencies, executor: executor)
      for number in 1...6 {
        _ = engine.send(.add(1))
        // A worker that is chosen at random leaves the service.
        workers.drain()
        if number.isMultiple(of: 2) { try workers.settle() }
      }
      #expect(engine.withState { $0.value } == 6)
      // Two workers print in no order.
      #expect(lines.all.sorted() == Array(1...6))
      engine.stop()
    }
  #endif
}
