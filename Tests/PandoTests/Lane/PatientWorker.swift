import Pando
import PandoHosting
import PandoWire
import Synchronization

/// A worker without a process that reduces nothing until a test lets it, one action at a time.
final class PatientWorker: TestBackend, HostingLink {
  private struct Owed {
    let lane: LaneID
    let epoch: Epoch
    let sequence: SequenceNumber
  }

  let name: String
  /// True if the test answers on a thread of its own.
  let makesRoomByItself: Bool
  private let owed = Mutex<[Owed]>([])
  private let closing = Mutex<[LaneID]>([])

  init(name: String = "the worker of the test", makesRoomByItself: Bool = false) {
    self.name = name
    self.makesRoomByItself = makesRoomByItself
  }

  /// Answers the oldest action, if one waits.
  @discardableResult
  func answer(_ client: some HostingClient) -> Bool {
    guard let next = owed.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
    var writer = WireWriter()
    WorkerMessage.result(next.lane, next.epoch, next.sequence, HostedResult()).encode(into: &writer)
    writer.withBytes { client.receive($0, from: self) }
    return true
  }

  /// Says of each lane that was closed that it is forgotten.
  func close(_ client: some HostingClient) {
    let lanes = closing.withLock { lanes in
      defer { lanes = [] }
      return lanes
    }
    for lane in lanes {
      var writer = WireWriter()
      WorkerMessage.closed(lane, cancelledCount: 0).encode(into: &writer)
      writer.withBytes { client.receive($0, from: self) }
    }
  }

  func send(_ batch: UnsafeRawBufferPointer) -> [UInt8]? {
    try? ClientMessage.decodeAll(batch) { message in
      switch message {
      case .reduce(let lane, let epoch, let sequence, _):
        owed.withLock { $0.append(Owed(lane: lane, epoch: epoch, sequence: sequence)) }
      case .close(let lane, _): closing.withLock { $0.append(lane) }
      default: break
      }
    }
    return nil
  }

  func countCommits(_ count: Int) {}

  func refuse(reason: String) {}

  func place(
    _ lane: LaneID, _ feature: any HostedFeature, group: LaneGroup?, in place: LanePlace
  ) -> (any HostingLink)? { self }
}

extension Plantation {
  /// An engine whose children are at one worker.
  static func makeEngine(
    _ backend: some HostingBackend, window: Int = 1_000
  ) -> StoreEngine<Farm.State, Farm.Action> {
    var dependencies = DependencyValues()
    dependencies.hosting = Hosting { backend }.window(window)
    return StoreEngine(
      initialState: { Farm.State() }, reducer: { Farm() }, dependencies: dependencies)
  }
}
