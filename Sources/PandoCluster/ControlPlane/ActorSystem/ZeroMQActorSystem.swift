import Distributed
package import Logging
import Synchronization
package import ZeroMQ

/// Distributed actors over ZeroMQ: a process serves its own at one endpoint, and calls those of
/// others at theirs.
///
/// A call arrives at most once. One that fails with `ControlError.unreachable` may have been
/// carried out nevertheless. Calls of one caller that run at the same time have no order.
package final class ZeroMQActorSystem: DistributedActorSystem {
  package typealias ActorID = ActorAddress
  package typealias SerializationRequirement = any Codable
  package typealias InvocationEncoder = PandoCluster.InvocationEncoder
  package typealias InvocationDecoder = PandoCluster.InvocationDecoder
  package typealias ResultHandler = ReplyHandler

  /// Where its actors are called, with the port that the system chose. A system that only calls
  /// has an endpoint that nobody can reach.
  package let endpoint: Endpoint
  package let limits: ControlLimits
  package let counters = ControlCounters()
  let address = AddressWatch()

  let logger: Logger
  let directory = ActorDirectory()
  let targets = TargetTable()
  let mailbox: Mailbox
  let callsMade = Atomic<UInt64>(0)
  let runningCalls: RunningCalls
  private let threadEnd = ThreadEnd()

  /// Starts the thread that owns the sockets, and listens at once if there is an endpoint to
  /// listen at. Calls that come before the first actor is ready wait for it.
  ///
  /// - Parameters:
  ///   - keys: What tcp endpoints need, to listen at and to call.
  ///   - role: The role in which it calls others, for the words of a refusal.
  ///   - chronicle: Takes note of who is refused.
  ///
  /// Throws `ControlError.networkWithoutKeys`, or a `ZeroMQError`: `.endpointTaken` when somebody
  /// listens there already.
  package init(
    listeningAt endpoint: Endpoint? = nil, limits: ControlLimits = ControlLimits(),
    keys: LoadedKeys? = nil, callingAs role: KeyRole = .client,
    chronicle: WorkerChronicle? = nil, logger: Logger
  ) throws {
    // Its own, libzmq's, and that on which tasks keep in touch.
    try ThreadLimit.require(8, to: "keep in touch with other processes")
    let context = try Context()
    let mailbox = try Mailbox()
    let (counters, address) = (counters, address)
    let listener = try endpoint.map {
      try Listener(
        at: $0, in: context, keys: keys, limits: limits, logger: logger
      ) { [counters, chronicle] refusal, text in
        counters.add(.refusedClient)
        chronicle?.note(refusal, because: text)
      }
    }
    self.endpoint = try listener?.endpoint ?? .inproc(name: "unbound")
    self.limits = limits
    runningCalls = RunningCalls(limit: limits.callsServed)
    self.logger = logger
    self.mailbox = mailbox
    let loop = SocketLoop(
      context: context, listener: listener, mailbox: mailbox, limits: limits,
      keys: keys, role: role, counters: counters, address: address, logger: logger
    ) { [weak self] call in self?.serve(call) }
    keys?.watch.onChange(for: mailbox) { [weak mailbox] in mailbox?.post(.keyringChanged) }
    try SocketLoop.start(loop, end: threadEnd)
  }

  deinit {
    // The thread does not hold the system, so it must be told.
    mailbox.post(.shutDown)
  }

  /// Calls a short function on the thread that owns the sockets, between two messages; not at all after a
  /// shutdown.
  func onSocketThread(_ body: @escaping @Sendable () -> Void) {
    mailbox.post(.run(body))
  }

  /// Fails the calls that are unanswered, closes every socket, removes the socket's file, ends the
  /// thread and cancels the calls that still run here. A second one waits for the first.
  package func shutdown() async {
    mailbox.post(.shutDown)
    await threadEnd.wait()
    // Only now, when nothing can answer: what a cancelled function returns is no result.
    runningCalls.close()
  }
}
