import ZeroMQ

/// Where an actor system is called: a router, and who decides about its clients.
final class Listener {
  /// Where it listens, with the port that the system chose.
  let endpoint: Endpoint
  var router: Socket
  let gate: Gate?
  private(set) var isServing = false
  private var routerIndex = 0

  /// Decides which clients are let in.
  final class Gate {
    var authenticator: CurveAuthenticator
    var index = 0

    init(_ authenticator: consuming CurveAuthenticator) {
      self.authenticator = authenticator
    }
  }

  /// Throws `ControlError.networkWithoutKeys`, or libzmq's error.
  init(
    at endpoint: Endpoint, in context: borrowing Context, security: ControlSecurity.Server?,
    limits: ControlLimits
  ) throws {
    if endpoint.isNetwork, security == nil {
      throw ControlError.networkWithoutKeys(endpoint: "\(endpoint)")
    }
    // The authenticator comes first: without it every client that knows our key would get in.
    gate = try security.map { security in
      Gate(try CurveAuthenticator(in: context, admitting: security.admitted))
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
    if let security { try router.set(.curveServer(security.keys)) }
    self.endpoint = try router.bind(endpoint)
    self.router = router
  }

  /// Clients can connect from now on, and what they send waits until `beginServing`.
  func join(_ poller: inout Poller) {
    routerIndex = poller.add(router, for: [])
    if let gate { gate.index = poller.add(gate.authenticator) }
  }

  func beginServing(_ poller: inout Poller) {
    isServing = true
    poller.setInterest(.readable, at: routerIndex)
  }
}
