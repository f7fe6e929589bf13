import PandoHosting
import PandoWire
import ZeroMQ

// What is said to workers.
extension LinkLoopRun {
  func sayHello(_ connection: LinkConnection) throws(ZeroMQError) {
    var writer = WireWriter()
    ClientMessage.hello(delegate.hello).encode(into: &writer)
    // The connection is reported a moment before it takes messages.
    connection.isHelloDue = try !connection.link.sendAtOnce(writer)
  }

  func send(_ connection: LinkConnection) throws(ZeroMQError) {
    if connection.isHelloDue { try sayHello(connection) }
    // Lanes come to a link once it is ready, so nothing is there before.
    guard connection.link.stage == .session else { return }
    try connection.link.flush()
  }

  func sayGoodbye(_ connection: LinkConnection) {
    var goodbye = WireWriter()
    ClientMessage.goodbye.encode(into: &goodbye)
    try? send(connection)
    // By itself, so that it is known without reading the batch.
    _ = try? connection.link.sendAtOnce(goodbye)
  }
}
