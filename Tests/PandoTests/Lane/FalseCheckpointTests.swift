import Pando
import PandoHosting
import PandoWire
import Testing

@Suite("A worker that says that it has reduced everything", .timeLimit(.minutes(15)))
struct FalseCheckpointTests {
  /// A worker that answers every checkpoint, and actions where it is told to.
  private static func worker(answersActions: Bool) -> AnsweringWorker {
    AnsweringWorker { message, answers in
      switch message {
      case .reduce(let lane, let epoch, let sequence, _) where answersActions:
        WorkerMessage.result(lane, epoch, sequence, HostedResult()).encode(into: &answers)
      case .checkpoint(let number): WorkerMessage.reached(number).encode(into: &answers)
      default: break
      }
    }
  }

  /// Sends an action, and asks for a sign of progress after it.
  private static func reasons(for action: Plantation.Farm.Action, answersActions: Bool) -> [String]
  {
    let worker = worker(answersActions: answersActions)
    let engine = Plantation.makeEngine(worker)
    _ = engine.send(action)
    for round in 1...20 { _ = engine.checkProgress(of: worker, nowMilliseconds: round * 100) }
    engine.stop()
    return worker.reasons
  }

  @Test(
    "is given up where it has not answered an action",
    arguments: [Plantation.Farm.Action.patient(.pick(1)), .prompt(.pick(1))])
  func gaveNoAnswer(_ action: Plantation.Farm.Action) {
    #expect(
      Self.reasons(for: action, answersActions: false).first
        == "it says that it has reduced what it has not answered")
  }

  @Test(
    "is kept where it has",
    arguments: [Plantation.Farm.Action.patient(.pick(1)), .prompt(.pick(1))])
  func answered(_ action: Plantation.Farm.Action) {
    #expect(Self.reasons(for: action, answersActions: true).isEmpty)
  }
}
