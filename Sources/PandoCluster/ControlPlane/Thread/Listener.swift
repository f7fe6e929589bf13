import Logging
import ZeroMQ

/// Where an actor system is called: a router, and who decides about its clients.
final class Listener {
  /// Where it listens, with the port that the system chose.
  let endpoint: Endpoint
  /// Nil over ipc. It goes before the router that it watches.
  let gate: NetworkGate?
  var router: Socket
  /// Tells of callers that were refused.
  let reporter: RefusalReporter
  private(set) var isServing = false
  private var routerIndex = 0
  /// When its address is looked at next.
  var nextLook = 0

  /// - Parameter onRefusal: Called for every refused peer.
  ///
  /// Throws `ControlError.networkWithoutKeys`, or libzmq's error.
  init(
    at endpoint: Endpoint, in context: borrowing Context, keys: LoadedKeys?, limits: ControlLimits,
    logger: Logger, onRefusal: @escaping RefusalReporter.OnRefusal
  ) throws {
    if endpoint.needsKeys, keys == nil {
      throw ControlError.networkWithoutKeys(endpoint: "\(endpoint)")
    }
    var router = try context.socket(
      .router,
      [
        .linger(milliseconds: limits.lingerMilliseconds),
        .maxMessageBytes(limits.maximumMessageBytes),
        .heartbeat(
          intervalMilliseconds: 1000, timeoutMilliseconds: limits.callTimeoutMilliseconds),
        .handshakeInterval(milliseconds: 5000),
        // A peer that does not read its answers loses them; none that keeps to its window comes
        // near. There is no such mark for what is received: libzmq 4.3.4 aborts the process when a
        // peer goes away while its input is held up at the mark, and a heartbeat follows.
        .sendHighWaterMark(messages: 16 * limits.callsInFlight),
      ])
    if endpoint.needsKeys, let keys {
      let gate = try NetworkGate(
        for: &router, in: context, keys: keys, roles: [.client, .worker, .operator, .probe],
        admitsOthers: true, logger: logger, onRefusal: onRefusal)
      reporter = gate.reporter
      self.gate = gate
    } else {
      gate = nil
      reporter = RefusalReporter(logger: logger, keys: nil, onRefusal: onRefusal)
    }
    self.endpoint = try router.bind(endpoint)
    self.router = router
  }

  /// Clients can connect from now on, and what they send waits until `beginServing`.
  func join(_ poller: inout Poller) throws(ZeroMQError) {
    routerIndex = poller.add(router, for: [])
    try gate?.join(&poller)
  }

  func beginServing(_ poller: inout Poller) {
    isServing = true
    poller.setInterest(.readable, at: routerIndex)
  }

  /// Returns the sender of a message. Throws why it may not be heard.
  func caller(of message: borrowing Message) throws(Refusal) -> Caller {
    guard let gate else { return try Caller.local(message) }
    return try gate.caller(of: message)
  }
}
