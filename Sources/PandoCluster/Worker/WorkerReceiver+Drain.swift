import Logging
import Pando
import PandoHosting
import PandoWire
import ZeroMQ

// The way out of service.
extension WorkerReceiver {
  /// The interval at which a worker that is to end looks at what is left on it.
  static let drainLookMilliseconds = 5

  /// Tells clients that the worker drains, or does so no longer, and ends it once it is empty.
  func followDrain() throws(ZeroMQError) {
    guard loop.isDraining else { return }
    for directive in loop.takeDrainDirectives() {
      switch directive {
      case .tell(let milliseconds):
        logger.notice("\(loop.configuration.name) drains: \(laneCount) children are to move")
        try tellAll(.draining(withinMilliseconds: milliseconds))
      case .tellUndrained:
        logger.notice("\(loop.configuration.name) drains no longer")
        try tellAll(.undrained)
      case .stop:
        break
      }
    }
    if loop.isTerminating, !loop.isStopping { loop.drain(.tick(laneCount: laneCount)) }
  }

  private var laneCount: Int { sessions.values.reduce(0) { $0 + $1.host.laneCount } }

  private func tellAll(_ message: WorkerMessage) throws(ZeroMQError) {
    for session in sessions.values { try tell(message, session) }
  }

  /// Says something to a client behind what is ready for it: that it does not take it now does not matter.
  func tell(_ message: WorkerMessage, _ session: ClientSession) throws(ZeroMQError) {
    var writer = WireWriter()
    message.encode(into: &writer)
    let bytes = writer.bytes
    session.unsent.append(bytes)
    session.unsentBytes += bytes.count
    try sendOutput(of: session)
  }
}
