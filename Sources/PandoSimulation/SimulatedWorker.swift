import DequeModule
import Pando
import PandoHosting
import PandoWire
import Synchronization

/// A worker that lives in the simulation: its host session, and what is under way in either
/// direction.
final class SimulatedWorker: HostingLink {
  private struct Traffic: ~Copyable {
    var toWorker: Deque<[UInt8]> = []
    var toClient: Deque<[UInt8]> = []
    var refusal: String?
  }

  let name: String
  let session: HostSession
  private let traffic = Mutex(Traffic())

  init(name: String, session: HostSession) {
    self.name = name
    self.session = session
  }

  var isIdle: Bool {
    collectOutput()
    return traffic.withLock { $0.toWorker.isEmpty && $0.toClient.isEmpty }
  }

  /// The store's reason for giving the worker up.
  var refusal: String? { traffic.withLock { $0.refusal } }

  // MARK: - For the store

  func send(_ batch: UnsafeRawBufferPointer) -> [UInt8]? {
    let batch = [UInt8](copying: batch)
    if !batch.isEmpty { traffic.withLock { $0.toWorker.append(batch) } }
    return nil
  }

  func countCommits(_ count: Int) {}

  func refuse(reason: String) {
    traffic.withLock { $0.refusal = reason }
  }

  // MARK: - For the simulation

  /// Lets one batch arrive at the worker. Returns false when none is under way.
  func deliverToWorker() throws(HostingRefusal) -> Bool {
    guard let batch = traffic.withLock({ $0.toWorker.popFirst() }) else { return false }
    try session.receive(batch)
    return true
  }

  /// Takes one batch that arrives at the client; nil when none is under way.
  func takeForClient() -> [UInt8]? {
    collectOutput()
    return traffic.withLock { $0.toClient.popFirst() }
  }

  /// Everything under way is lost.
  func clear() {
    traffic.withLock { traffic in
      traffic.toWorker.removeAll()
      traffic.toClient.removeAll()
    }
  }

  private func collectOutput() {
    while let output = session.takeOutput() {
      traffic.withLock { $0.toClient.append(output) }
    }
  }
}
