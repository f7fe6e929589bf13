import DequeModule
import Pando
import PandoHosting
import PandoWire

/// One client of a simulated process.
final class SimulatedSession {
  let connection: SimulatedConnection
  let host: HostSession
  var machine: SessionMachine
  /// What was said and is not handled, message by message.
  var inbox: Deque<[UInt8]> = []
  var isBusy = false
  var mustEnd = false
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
      _ = try ClientMessage.decode(batch, from: 0) { lane, epoch, sequence, origin, action in
        ClientMessage.encodeReduce(
          lane, epoch, sequence, HostedAction(origin: origin, bytes: ByteString(copying: action)),
          into: &writer)
        inbox.append(bytes())
        return true
      } other: { message in
        message.encode(into: &writer)
        inbox.append(bytes())
        return true
      }
    } catch {
      inbox.append([UInt8](copying: batch))
    }
  }
}
