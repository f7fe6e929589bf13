import Pando
import PandoHosting
import PandoWire
import Synchronization
import ZeroMQ

/// One worker as a store reaches it: an outbox that the loop's thread empties.
final class WorkerLink: HostingLink {
  private struct Outbox: ~Copyable {
    var writer = WireWriter()
    /// Why the store gave the worker up.
    var refusal: String?
  }

  let name: String
  let endpoint: Endpoint
  private let outbox = Mutex<Outbox>(Outbox())
  private let wake: @Sendable () -> Void
  private let commits = Atomic<UInt64>(0)

  init(name: String, endpoint: Endpoint, wake: @escaping @Sendable () -> Void) {
    self.name = name
    self.endpoint = endpoint
    self.wake = wake
  }

  func send(_ batch: UnsafeRawBufferPointer) -> [UInt8]? {
    let batch = [UInt8](copying: batch)
    outbox.withLock { outbox in
      batch.withUnsafeBytes { outbox.writer.append(contentsOf: $0) }
    }
    wake()
    return nil
  }

  func refuse(reason: String) {
    outbox.withLock { if $0.refusal == nil { $0.refusal = reason } }
    wake()
  }

  func countCommits(_ count: Int) {
    commits.add(UInt64(count), ordering: .relaxed)
  }

  /// How many actions that the worker reduced have committed.
  var commitCount: UInt64 { commits.load(ordering: .relaxed) }

  // MARK: - For the loop

  func submit(_ message: ClientMessage) {
    outbox.withLock { message.encode(into: &$0.writer) }
  }

  var refusal: String? { outbox.withLock { $0.refusal } }

  /// Takes what is to be sent; nil when there is nothing.
  func takeOutput() -> [UInt8]? {
    outbox.withLock { $0.writer.takeBytes() }
  }
}
