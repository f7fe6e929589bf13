import IssueReporting
import Pando
import PandoHosting
import PandoSimulation
import Testing

/// Children that share a worker with one that hangs, on virtual time.
@Suite("The neighbours of a child that hangs")
struct HangingNeighbourTests {
  @Reducer
  struct Guest {
    struct State: Codable, Equatable, Sendable, Identifiable {
      var id = 0
      var count = 0
    }

    enum Action: Codable, Sendable { case up, hang }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up: state.count += 1
        case .hang: SimulatedWork.current?.hang()
        }
        return .none
      }
    }
  }

  @Reducer
  struct House {
    struct State: Sendable {
      var guests = IdentifiedArrayOf<Guest.State>(
        uniqueElements: (0...10).map { Guest.State(id: $0) })
      var failures: [HostedFailureReason] = []
    }

    enum Action: Sendable {
      case guests(IdentifiedActionOf<Guest>)
      case failed(HostedFailureReason)
    }

    let note: @Sendable (HostedFailureReason) -> Void

    var body: some ReducerOf<Self> {
      EmptyReducer().forEach(\.guests, action: \.guests) {
        Guest().hosted(
          order: .asReady, timeout: .seconds(3),
          onCrash: .custom { _, failure in
            note(failure.reason)
            return nil
          })
      }
    }
  }

  private final class Notes: @unchecked Sendable {
    // One thread has a simulation.
    var reasons: [HostedFailureReason] = []
  }

  @Test(
    "wait once for the time that it has, and again only where its trial needs their worker",
    arguments: [true, false], 1...3)
  func neighbours(isSpawned: Bool, workerCount: Int) throws {
    let world = SimulatedWorld(seed: UInt64(workerCount))
    defer { world.end() }
    if !isSpawned { world.addSlots(workerCount) }
    let pool = isSpawned ? world.spawned(workerCount) : world.connected()
    var dependencies = DependencyValues()
    dependencies.hosting = pool.hosting
    let notes = Notes()
    let engine = StoreEngine(
      initialState: { House.State() }, reducer: { House { notes.reasons.append($0) } },
      dependencies: dependencies, executor: world.executor)
    for id in 0...10 { _ = engine.send(.guests(.element(id: id, action: .up))) }
    #expect(
      world.run(forAtMostMilliseconds: 60_000) {
        engine.withState { $0.guests.allSatisfy { $0.count == 1 } }
      })

    withIssueReporters([]) {
      let start = world.time.milliseconds
      _ = engine.send(.guests(.element(id: 0, action: .hang)))
      for id in 0...10 { _ = engine.send(.guests(.element(id: id, action: .up))) }
      #expect(
        world.run(forAtMostMilliseconds: 60_000) {
          engine.withState { $0.guests.dropFirst().allSatisfy { $0.count == 2 } }
        })
      // Three seconds, and the restart; where no worker can be set apart for the trial, twice that.
      let waits = isSpawned ? 1 : 2
      #expect(world.time.milliseconds - start < waits * (3_000 + 1_000))
      #expect(notes.reasons.isEmpty || !isSpawned)

      #expect(world.run(forAtMostMilliseconds: 60_000) { !notes.reasons.isEmpty })
      #expect(world.time.milliseconds - start < 2 * (3_000 + 1_000))
      #expect(
        world.run(forAtMostMilliseconds: 60_000) {
          engine.withState { $0.guests[id: 0]?.count == 2 }
        })
      #expect(notes.reasons == [.hung(deaths: 2)])
    }
  }
}
