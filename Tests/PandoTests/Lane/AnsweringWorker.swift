import Pando
import PandoHosting
import PandoWire
import Synchronization

/// A worker without a process, which hosts every lane at once and answers as a test tells it to.
final class AnsweringWorker: TestBackend, HostingLink {
  let name = "the worker of the test"
  private let answer: @Sendable (ClientMessage, inout WireWriter) -> Void
  private let refusals = Mutex<[String]>([])

  init(
    _ answer: @escaping @Sendable (_ message: ClientMessage, _ answers: inout WireWriter) -> Void
  ) {
    self.answer = answer
  }

  /// Why the store gave it up.
  var reasons: [String] { refusals.withLock { $0 } }

  func send(_ batch: UnsafeRawBufferPointer) -> [UInt8]? {
    var answers = WireWriter()
    try? ClientMessage.decodeAll(batch) { answer($0, &answers) }
    return answers.takeBytes()
  }

  func countCommits(_ count: Int) {}

  func refuse(reason: String) { refusals.withLock { $0.append(reason) } }

  func place(
    _ lane: LaneID, _ feature: any HostedFeature, group: LaneGroup?, in place: LanePlace
  ) -> (any HostingLink)? { self }
}
