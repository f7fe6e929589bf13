import IssueReporting
import Pando
import PandoHosting
import PandoWire
import Synchronization
import Testing

/// A worker is not trusted with whom it blames (P11).
@Suite("A worker that says that it dies of what it does not run", .timeLimit(.minutes(15)))
struct FalseBlameTests {
  /// The lanes that a worker got, in order.
  private final class Lanes: Sendable {
    private let lanes = Mutex<[LaneID]>([])

    var first: LaneID? { lanes.withLock { $0.first } }

    func add(_ lane: LaneID) { lanes.withLock { $0.append(lane) } }
  }

  /// Accuses a lane that has nothing to do.
  enum Lie: CaseIterable {
    case action, opening, effect, stranger

    func culprit(_ idle: LaneID) -> Culprit {
      switch self {
      case .action: .action(idle, .first, SequenceNumber(rawValue: 1))
      case .opening: .action(idle, .first, nil)
      case .effect: .effect(idle, name: "a job")
      case .stranger: .effect(LaneID(rawValue: 77), name: "a job")
      }
    }
  }

  @Test("does not keep an action that ends it from being condemned", arguments: Lie.allCases)
  func blamesAnother(_ lie: Lie) throws {
    let lanes = Lanes()
    // Answers for the first lane, and for no other.
    let worker = AnsweringWorker { message, answers in
      switch message {
      case .open(let lane, _, _, _, _, _, _, _):
        lanes.add(lane)
      case .reduce(let lane, let epoch, let sequence, _) where lane == lanes.first:
        WorkerMessage.result(lane, epoch, sequence, HostedResult()).encode(into: &answers)
      default: break
      }
    }
    var dependencies = DependencyValues()
    dependencies.hosting = Hosting { worker }
    let engine = StoreEngine(
      initialState: { Plantation.Farm.State() }, reducer: { Plantation.Farm() },
      dependencies: dependencies)
    try withIssueReporters([]) {
      _ = engine.send(.patient(.pick(1)))
      _ = engine.send(.prompt(.pick(2)))
      let idle = try #require(lanes.first)
      var losses = 0
      while !engine.hasCommittedAll, losses < 10 {
        losses += 1
        engine.lost(
          worker, .crashed(lie.culprit(idle)), reason: "it ended", nowMilliseconds: losses)
      }
      #expect(losses == 3)
    }
    engine.stop()
  }
}
