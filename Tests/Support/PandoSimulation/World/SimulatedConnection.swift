import Pando

/// A connection of a link to a worker's process: each direction keeps its order, and takes its time.
final class SimulatedConnection {
  /// One direction.
  private struct Way {
    var lastArrival = 0
    /// Until when nothing arrives: the way is cut.
    var cutUntil = 0
  }

  let number: Int
  private let world: SimulatedWorld
  private var toWorker = Way()
  private var toClient = Way()
  private(set) var isOpen = true
  /// True if the client's end has gone.
  private(set) var isAbandoned = false

  weak var process: SimulatedProcess?
  /// The number of lanes that the client has on the worker.
  var laneCount: Int { process?.sessions[number]?.host.laneCount ?? 0 }
  weak var link: SimulatedLink?

  init(_ number: Int, _ world: SimulatedWorld, _ link: SimulatedLink, _ process: SimulatedProcess) {
    self.number = number
    self.world = world
    self.link = link
    self.process = process
  }

  func sendToWorker(_ bytes: [UInt8]) {
    world.countMessage()
    let isTooLong = bytes.count > world.configuration.messageBytes
    arrival(&toWorker) { [self] in
      guard isOpen else { return }
      if isTooLong { drop() } else { process?.receive(bytes, on: self) }
    }
  }

  func sendToClient(_ bytes: [UInt8]) {
    world.countMessage()
    // What was sent before the end is still taken in.
    arrival(&toClient) { [self] in if !isAbandoned { link?.received(bytes) } }
  }

  /// The worker's end does not take a message, which ends the connection, as with libzmq.
  private func drop() {
    process?.disconnected(self)
    close()
  }

  /// The worker's end has gone.
  func close() {
    guard isOpen else { return }
    isOpen = false
    arrival(&toClient) { [self] in if !isAbandoned { link?.disconnected() } }
  }

  /// The client's end has gone.
  func abandon() {
    guard !isAbandoned else { return }
    isAbandoned = true
    arrival(&toWorker) { [self] in process?.disconnected(self) }
  }

  /// Cuts one way or both; what is sent meanwhile arrives when it is whole again.
  func cut(toWorker: Bool, toClient: Bool, forMicroseconds duration: Int) {
    if toWorker { self.toWorker.cutUntil = world.time.now + duration }
    if toClient { self.toClient.cutUntil = world.time.now + duration }
  }

  private func arrival(_ way: inout Way, _ body: @escaping () -> Void) {
    let time = max(way.lastArrival, way.cutUntil, world.time.now + world.latency())
    way.lastArrival = time
    world.time.after(time - world.time.now, body)
  }
}
