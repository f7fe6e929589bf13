import Pando
import PandoHosting
import PandoWire
import Synchronization
import Testing

/// A worker is not trusted with how much its effects send (P11).
@Suite("Actions that a worker's effects send unasked", .timeLimit(.minutes(1)))
struct UnaskedEmitTests {
  /// A worker that answers the first action with an effect, which sends so many actions at once.
  private final class TalkativeWorker: HostingBackend, HostingLink {
    let name = "the talkative worker"
    private let emitCount: Int
    private let refusals = Mutex<[String]>([])

    init(emitCount: Int) {
      self.emitCount = emitCount
    }

    /// Why the store gave it up.
    var reasons: [String] { refusals.withLock { $0 } }

    func send(_ batch: UnsafeRawBufferPointer) -> [UInt8]? {
      var answers = WireWriter()
      try? ClientMessage.decodeAll(batch) { answer($0, &answers) }
      return answers.takeBytes()
    }

    private func answer(_ message: ClientMessage, _ answers: inout WireWriter) {
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

    func countCommits(_ count: Int) {}

    func refuse(reason: String) { refusals.withLock { $0.append(reason) } }

    func start(
      client: any HostingClient, features: [any HostedFeature], dependencies: DependencyValues
    ) {}

    func place(
      _ lane: LaneID, _ feature: any HostedFeature, in place: LanePlace
    ) -> (any HostingLink)? { self }

    func ended(_ lane: LaneID) {}

    var workers: [HostedWorker] { [] }

    func stop() {}

    func finish() async {}
  }

  private typealias Tree = Plantation.Tree

  @Test("are taken up to 256, and the worker is given up at the next", arguments: [256, 257])
  func bound(emitCount: Int) async {
    let worker = TalkativeWorker(emitCount: emitCount)
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
