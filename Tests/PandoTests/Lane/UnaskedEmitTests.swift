import Pando
import PandoHosting
import PandoWire
import Testing

/// A worker is not trusted with how much its effects send (P11).
@Suite("Actions that a worker's effects send unasked", .timeLimit(.minutes(15)))
struct UnaskedEmitTests {
  /// Answers the first action with an effect, which sends so many actions at once.
  private func worker(emitCount: Int) -> AnsweringWorker {
    AnsweringWorker { message, answers in
      switch message {
      case .reduce(let lane, let epoch, .first, _):
        let result = HostedResult(effectCount: 1, awaitsCommit: true)
        WorkerMessage.result(lane, epoch, .first, result).encode(into: &answers)
      case .commit(let lane, .first):
        let action = try? WireEncoder.encode(Tree.Action.pick(1))
        for number in 1...emitCount {
          WorkerMessage.emit(
            lane, .first, number: UInt64(number), HostedAction(bytes: ByteString(action ?? []))
          ).encode(into: &answers)
        }
      default: break
      }
    }
  }

  private typealias Tree = Plantation.Tree

  @Test("are taken up to 256, and the worker is given up at the next", arguments: [256, 257])
  func bound(emitCount: Int) async {
    let worker = self.worker(emitCount: emitCount)
    let store = Store(initialState: Plantation.Farm.State()) {
      Plantation.Farm()
    } withDependencies: {
      $0.hosting = Hosting { worker }
    }
    store.send(.patient(.wait))
    #expect(worker.reasons.isEmpty == (emitCount <= 256), "\(worker.reasons)")
    await store.stop()
  }
}
