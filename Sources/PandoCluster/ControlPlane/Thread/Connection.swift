import ZeroMQ

/// The way to one remote endpoint, for as long as one connection lasts: the next one is another
/// socket with another routing id, so that nothing meant for this one can reach it.
final class Connection {
  let endpoint: Endpoint
  /// Whose key it uses, and which it expects; nil over ipc.
  let keys: CurvePath?
  /// The role in which this process calls.
  private let role: KeyRole
  // It goes before the socket: libzmq's own thread would wait for ever to report the end of a socket
  // to a monitor that is gone, and with it every connection of the context.
  var monitor: Monitor
  var socket: Socket
  private(set) var isConnected = false
  /// The version of the protocol in which the other side is called: of what both speak the greatest, as far as is
  /// known. The next connection may find a newer process.
  var version = ControlVersion.current
  /// The number of calls that were sent and not answered: an answer beyond that answers nothing.
  var owedReplies = 0
  /// The messages that answered nothing.
  var stray: StrayMessages
  /// The number of messages of a connection that may answer nothing: an honest peer sends none.
  private static let strayMessagesAtMost = 256
  private var socketIndex = 0
  private var monitorIndex = 0

  init(
    to endpoint: Endpoint, in context: borrowing Context, keys: CurvePath?, role: KeyRole,
    limits: ControlLimits
  ) throws(ZeroMQError) {
    self.endpoint = endpoint
    self.keys = keys
    self.role = role
    stray = StrayMessages(
      messagesAtMost: Self.strayMessagesAtMost, bytesAtMost: limits.maximumReplyBytes)
    var socket = try context.socket(
      .dealer,
      [
        .routingID(Self.freshRoutingID()), .immediate(true),
        .linger(milliseconds: limits.lingerMilliseconds),
        .maxMessageBytes(limits.maximumReplyBytes),
        .reconnectInterval(milliseconds: 10, maximumMilliseconds: 500),
        .heartbeat(
          intervalMilliseconds: 1000, timeoutMilliseconds: limits.callTimeoutMilliseconds),
        .ipv6(true),
      ])
    if let keys { try socket.set(keys.option) }
    monitor = try socket.monitor()
    try socket.connect(endpoint)
    self.socket = socket
  }

  func join(_ poller: inout Poller) {
    socketIndex = poller.add(socket)
    monitorIndex = poller.add(monitor)
  }

  func leave(_ poller: inout Poller) {
    poller.remove(at: socketIndex)
    poller.remove(at: monitorIndex)
  }

  /// Returns the change of the connection since the last time.
  func change() throws(ZeroMQError) -> Change? {
    while let event = try monitor.next(wait: .never) {
      switch event.kind {
      case .handshakeSucceeded:
        isConnected = true
        return .connected
      case .disconnected, .closed:
        // Before the handshake it is one failed attempt of many.
        if isConnected { return .lost }
      case .handshakeFailed(let failure):
        if let reason = rejection(failure) { return .rejected(reason: reason) }
        // What listens there closes a connection that expects another key, without a word.
        if keys != nil, !isConnected { return .notUnderstood }
      default: continue
      }
    }
    return nil
  }

  /// A change of a connection.
  enum Change: Equatable {
    case connected
    case lost
    /// Its handshake failed: it may be another's endpoint, or that process has just gone.
    case notUnderstood
    case rejected(reason: String)
  }

  // Nil when the next attempt may go better.
  private func rejection(_ failure: Monitor.Event.HandshakeFailure) -> String? {
    switch failure {
    case .system: nil
    case .cryptographic:
      "the keys do not fit. Use the public key of the process that listens there."
    case .mechanismMismatch:
      "one side wants encryption and the other does not. Give both sides CURVE keys, or none."
    case .violation(let number):
      "what listens there does not speak ZeroMQ's protocol (error \(number)). Check the endpoint."
    case .refused(let status):
      keys?.refusal(status: status, as: role) ?? "it does not admit us (status \(status))"
    }
  }

  // 128 random bits after a byte that is not 0.
  private static func freshRoutingID() -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    return [0x50] + (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
  }
}
