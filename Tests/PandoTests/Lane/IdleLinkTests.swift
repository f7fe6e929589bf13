import Pando
import PandoHosting
import PandoWire
import Synchronization
import Testing

@Suite("A link over which nothing is said", .timeLimit(.minutes(15)))
struct IdleLinkTests {
  private final class Count: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func up() { count.add(1, ordering: .relaxed) }
  }

  @Test("asks for one sign of progress after all that was sent, and for no further one")
  func asksOnce() {
    let checkpoints = Count()
    let worker = AnsweringWorker { message, answers in
      switch message {
      case .reduce(let lane, let epoch, let sequence, _):
        WorkerMessage.result(lane, epoch, sequence, HostedResult()).encode(into: &answers)
      case .checkpoint(let number):
        checkpoints.up()
        WorkerMessage.reached(number).encode(into: &answers)
      default: break
      }
    }
    let engine = Plantation.makeEngine(worker)
    var now = 0
    for round in 1...3 {
      _ = engine.send(.patient(.pick(round)))
      for _ in 0..<20 {
        now += 100
        #expect(engine.checkProgress(of: worker, nowMilliseconds: now) == nil)
      }
      #expect(checkpoints.value == round)
    }
    engine.stop()
  }
}
