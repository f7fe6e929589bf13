import DequeModule
import Pando
import PandoHosting
import PandoWire

/// One client of a simulated process.
final class SimulatedSession {
  /// A message of a client.
  enum Said {
    case message([UInt8])
    case endOfBatch
  }

  let connection: SimulatedConnection
  let host: HostSession
  var machine: SessionMachine
  var turn = TurnMachine()
  /// The messages that are not handled yet, one by one.
  var inbox: Deque<Said> = []
  /// When the handling of the batch began.
  var batchBegan = 0
  /// True if a message is handled that takes time.
  var isBusy = false
  /// The bytes that may be sent.
  private var ready: [UInt8] = []
  var isSendDue = false

  init(_ connection: SimulatedConnection, _ host: HostSession, _ silenceMilliseconds: Int) {
    self.connection = connection
    self.host = host
    machine = SessionMachine(silenceMilliseconds: silenceMilliseconds)
  }

  /// Takes a batch in as single messages, so that each takes its own time.
  func take(_ batch: UnsafeRawBufferPointer) {
    var writer = WireWriter()
    let bytes: () -> [UInt8] = {
      defer { writer.removeAll() }
      return writer.bytes
    }
    do {
      var last = ActionHeading.none
      _ = try ClientMessage.decode(batch, from: 0, after: &last) { heading, origin, action, _ in
        ClientMessage.encodeReduce(
          heading.lane, heading.epoch, heading.sequence,
          HostedAction(origin: origin, bytes: ByteString(copying: action)), into: &writer)
        inbox.append(.message(bytes()))
        return true
      } other: { message in
        message.encode(into: &writer)
        inbox.append(.message(bytes()))
        return true
      }
    } catch {
      inbox.append(.message([UInt8](copying: batch)))
    }
    inbox.append(.endOfBatch)
  }
  /// Has what the host has answered so far be ready, which the answer to the next message may not be.
  func keepOutput() {
    while let output = host.takeOutput() { ready += output }
  }

  /// Returns what is ready.
  func takeReady() -> [UInt8]? {
    if !isBusy { keepOutput() }
    guard !ready.isEmpty else { return nil }
    defer { ready = [] }
    return ready
  }
}
