import Pando
import PandoHosting
import Synchronization

/// One client of a worker, as the worker's thread has it.
final class ClientSession {
  let routingID: [UInt8]
  let host: HostSession
  var machine: SessionMachine
  var name = "a client"

  init(routingID: [UInt8], host: HostSession, silenceMilliseconds: Int) {
    self.routingID = routingID
    self.host = host
    machine = SessionMachine(silenceMilliseconds: silenceMilliseconds)
  }
}
