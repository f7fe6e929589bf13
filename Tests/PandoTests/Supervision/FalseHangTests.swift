import IssueReporting
import Pando
import PandoHosting
import PandoWire
import Synchronization
import Testing

/// A worker is not trusted with whom it blames (P11).
@Suite("A worker that says that it hangs where it does not", .timeLimit(.minutes(1)))
struct FalseHangTests {
  /// A worker that answers for the first lane that it gets, and for no other.
  private final class Worker: HostingBackend, HostingLink {
    let name = "the worker"
    private let lanes = Mutex<[LaneID]>([])

    var first: LaneID? { lanes.withLock { $0.first } }

    func send(_ batch: UnsafeRawBufferPointer) -> [UInt8]? {
      var answers = WireWriter()
      try? ClientMessage.decodeAll(batch) { message in
        switch message {
        case .open(let lane, _, _, _, _, _, _):
          lanes.withLock { $0.append(lane) }
        case .reduce(let lane, let epoch, let sequence, _) where lane == first:
          WorkerMessage.result(lane, epoch, sequence, HostedResult()).encode(into: &answers)
        default: break
        }
      }
      return answers.takeBytes()
    }

    func countCommits(_ count: Int) {}

    func refuse(reason: String) {}

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

  @Test("does not keep an action that ends it from being condemned")
  func blamesAnother() throws {
    let worker = Worker()
    var dependencies = DependencyValues()
    dependencies.hosting = Hosting { worker }
    let engine = StoreEngine(
      initialState: { Plantation.Farm.State() }, reducer: { Plantation.Farm() },
      dependencies: dependencies)
    try withIssueReporters([]) {
      _ = engine.send(.patient(.pick(1)))
      _ = engine.send(.prompt(.pick(2)))
      let idle = try #require(worker.first)
      var losses = 0
      while !engine.hasCommittedAll, losses < 10 {
        losses += 1
        var lie = WireWriter()
        WorkerMessage.hangs(idle).encode(into: &lie)
        lie.bytes.withUnsafeBytes { engine.receive($0, from: worker) }
        engine.lost(worker, .died, reason: "it ended", nowMilliseconds: losses)
      }
      #expect(losses == 3)
    }
    engine.stop()
  }
}
