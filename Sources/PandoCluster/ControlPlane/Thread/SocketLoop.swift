import Logging
import PandoWire
import Synchronization
import ZeroMQ

/// Moves messages between the sockets of an actor system and its tasks. It belongs to one thread,
/// and so do all sockets.
final class SocketLoop {
  let limits: ControlLimits
  let callLimits: WireLimits
  let replyLimits: WireLimits
  let keys: LoadedKeys?
  /// The role in which this process calls others.
  let role: KeyRole
  let logger: Logger
  let counters: ControlCounters
  let address: AddressWatch
  let mailbox: Mailbox
  let listener: Listener?
  /// Runs a call that came in; whatever comes of it goes through the mailbox.
  let serve: @Sendable (IncomingCall) -> Void

  var connections: [Endpoint: Connection] = [:]
  /// The number of times that the handshake with an endpoint has failed since the last that went
  /// well.
  var failedHandshakes: [Endpoint: Int] = [:]
  /// The keys with which handshakes went well, which are tried first.
  var fittingKeys: [Endpoint: CurveKey] = [:]
  var outgoing: [CallID: OutgoingCall] = [:]
  var ledger: CallLedger
  var frame = Message()
  var poller = Poller()
  private var isEnding = false
  // The last to go, after every socket.
  let context: Context

  init(
    context: consuming Context, listener: Listener?, mailbox: Mailbox, limits: ControlLimits,
    keys: LoadedKeys?, role: KeyRole, counters: ControlCounters, address: AddressWatch,
    logger: Logger,
    serve: @escaping @Sendable (IncomingCall) -> Void
  ) {
    self.limits = limits
    callLimits = WireLimits(maximumBytes: limits.maximumMessageBytes)
    replyLimits = WireLimits(maximumBytes: limits.maximumReplyBytes)
    self.keys = keys
    self.role = role
    self.logger = logger
    self.counters = counters
    self.address = address
    self.mailbox = mailbox
    self.listener = listener
    self.serve = serve
    ledger = CallLedger(limits: limits)
    self.context = context
  }

  /// Runs a loop on a thread of its own, which frees it; `end` is told when it has.
  static func start(_ loop: sending SocketLoop, end: ThreadEnd) throws(ZeroMQError) {
    let held = Mutex<SocketLoop?>(loop)
    let thread = ServiceThread(trying: "pando-sockets") {
      held.withLock { loop in
        loop?.run()
        // With its sockets and the context, before anybody hears of the end.
        loop = nil
      }
      end.finish()
    }
    guard thread != nil else {
      throw ZeroMQError(
        .tooManyThreads, "Could not start a thread for the control plane. \(ThreadLimit.mend)")
    }
  }

  /// Returns after a shutdown, with every call answered.
  func run() {
    poller.add(fileDescriptor: mailbox.wakeUp.fileDescriptor)
    do {
      try listener?.join(&poller)
      while try turn() {}
    } catch {
      logger.critical("The control plane has ended.", metadata: ["error": "\(error)"])
    }
    end(mailbox.close())
  }

  /// False after a shutdown.
  private func turn() throws(ZeroMQError) -> Bool {
    let now = MonotonicClock.nowMilliseconds()
    for command in mailbox.take() { try perform(command, at: now) }
    if isEnding { return false }
    try receiveCalls()
    try decideAboutClients()
    receiveReplies()
    handle(.ticked(atMilliseconds: now))
    let next = [
      ledger.nextDeadlineMilliseconds, listener?.gate?.deadline, keepAddress(now: now),
    ].compactMap(\.self).min()
    try poller.wait(timeoutMilliseconds: next.map { max(0, $0 - MonotonicClock.nowMilliseconds()) })
    return true
  }

  private func perform(_ command: Mailbox.Command, at now: Int) throws(ZeroMQError) {
    switch command {
    case .call(let call):
      outgoing[call.id] = call
      handle(.made(call.id, call.endpoint, atMilliseconds: now))
    case .abandon(let call):
      // It may have been answered before the cancellation came here.
      outgoing.removeValue(forKey: call)?.continuation.resume(throwing: CancellationError())
      handle(.abandoned(call))
    case .reply(let peer, let call, let version, let reply):
      try send(reply.encode(for: call, version: version), to: peer)
    case .serve:
      listener?.beginServing(&poller)
    case .keyringChanged:
      dropDistrusted()
    case .unresolved(let endpoint, let reason):
      // What libzmq has found is none of a lookup's business.
      guard let connection = connections[endpoint], !connection.isConnected else { return }
      drop(connection)
      handle(.unresolved(endpoint, reason: reason))
    case .run(let body):
      body()
    case .shutDown:
      // What was asked in the same breath is still done, and answered below.
      isEnding = true
    }
  }

  private func end(_ commands: [Mailbox.Command]) {
    handle(.shutDown)
    for case .call(let call) in commands {
      call.continuation.resume(throwing: ControlError.shutDown)
    }
  }
}
