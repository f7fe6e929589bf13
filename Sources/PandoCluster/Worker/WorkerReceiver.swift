import Logging
import Pando
import PandoHosting
import ZeroMQ

/// The receiver of a worker: owns the socket, answers for the worker, and hands out what is to be
/// reduced.
///
/// One thread at a time has its role. It handles quick batches itself; when one takes longer than a
/// millisecond, the watch gives the role to another thread.
final class WorkerReceiver: @unchecked Sendable {
  // Everything but `loop`, `pool` and `logger` is touched only by the thread that has the role of
  // `loop.role`; the watch reads `late` once it has taken the role.
  let loop: WorkerLoop
  let logger: Logger
  let pool: ReducePool
  private let onEnd: @Sendable () -> Void

  var router: Socket?
  /// Nil over ipc.
  private(set) var gate: NetworkGate?
  /// Tells what happens to connections; nil over tcp, where the gate reads that.
  var monitor: Monitor?
  /// The descriptors of connections that are lost, and whose sessions have not ended yet.
  var lost: [Int32] = []
  var lostDeadline: Int?
  /// The connections of those who were told that the worker ends, and are still there.
  var farewells: Set<Int32> = []
  /// Tells of clients that were refused.
  let reporter: RefusalReporter
  private var context: Context?
  private var routingID = Message()
  var payload = Message()
  /// Where the messages of the batch in `payload` begin.
  var payloadStart = 0
  var sessions: [ClientSession.ID: ClientSession] = [:]
  var forgotten = ForgottenClients()
  /// The sessions that have gone and are not over.
  var leaving: [ClientSession] = []
  /// The actions of clients that have gone.
  var goneCount: UInt64 = 0
  var goneRewrittenCount: UInt64 = 0
  /// The session whose batch is handled on the spot.
  var late: ClientSession?
  /// The name of the thread that has the role.
  private(set) var threadName = ""
  /// The sessions whose batches were handled on the spot since the output was sent.
  var fresh: [ClientSession] = []
  /// The time that handling those batches took.
  var freshMicroseconds = 0
  /// The sessions whose connection does not take their output.
  var blocked: [ClientSession] = []
  private var nextTick = 0
  private var busyPoll = BusyPoll()
  /// True if somebody had something in the last turn.
  private var hasActed = false
  /// When the output of sessions that threads reduce is looked at again.
  private var nextLook = 0
  /// When the worker began to end; nil while it is not to.
  var stopBegan: Int?
  /// The number of effects that hang of which clients were told.
  var toldHangCount = 0
  /// Until when a goodbye is waited for; nil while none is.
  var goodbyeDeadline: Int?

  /// The number of clients that a worker serves at once.
  static let sessionsAtMost = 4_096
  /// The number of sessions of all their stores.
  static let sessionsOfAllAtMost = 131_072
  private let tickMilliseconds: Int
  /// The time by which a tick is late only where this process stood still.
  private static let absenceMilliseconds = 1_000
  private static let messagesAtOnce = 64
  /// The time that ready output may wait for more.
  private static let freshMicrosecondsAtMost = 1_000
  /// The number of bytes that may be ready and wait for more.
  static let freshBytesAtMost = 256 << 10

  /// - Parameter onEnd: Called once, when the socket is closed and nothing is received any more.
  init(
    _ loop: WorkerLoop, _ pool: ReducePool, context: consuming Context, router: consuming Socket,
    gate: NetworkGate?, monitor: consuming Monitor?, onEnd: @escaping @Sendable () -> Void
  ) {
    self.loop = loop
    self.pool = pool
    self.onEnd = onEnd
    logger = loop.configuration.logger
    tickMilliseconds = min(500, loop.configuration.notifier?.signMilliseconds ?? .max)
    self.gate = gate
    reporter = gate?.reporter ?? RefusalReporter(logger: logger, keys: nil)
    self.context = consume context
    self.router = consume router
    self.monitor = consume monitor
    gate?.onLoss = { [unowned self] in lost.append($0) }
  }

  /// Serves until the worker has ended or the role was lost; then returns the batch that the calling
  /// thread has handled too slowly, and with whose session it is to go on.
  func run() -> LateBatch? {
    threadName = ThreadName.current
    do throws(ZeroMQError) {
      var poller = Poller()
      let wakeUpIndex = poller.add(fileDescriptor: loop.wakeUp.fileDescriptor)
      guard let descriptor = try router?.fileDescriptor else { preconditionFailure("it runs once") }
      let socketIndex = poller.add(fileDescriptor: descriptor)
      try gate?.join(&poller)
      let monitorIndex = try joinMonitor(&poller)
      // What came before anybody waited has woken nobody.
      try readEvents()
      while true {
        // Its descriptor tells of changes, and whoever sends or receives may have taken one in.
        let isReadable = try router?.events.contains(.readable) == true
        try wait(isReadable ? 0 : timeout(), &poller)
        if !poller[wakeUpIndex].isEmpty { loop.wakeUp.drain() }
        if try gate?.serve(poller) == true { try endRevoked() }
        let hasMessages = isReadable || !poller[socketIndex].isEmpty
        hasActed = hasMessages || !poller[wakeUpIndex].isEmpty
        if let monitorIndex, !poller[monitorIndex].isEmpty { try readEvents() }
        if hasMessages, let late = try receive() { return late }
        try endLostAfterMessages()
        try sendOutput()
        try followDrain()
        try tick()
        if try hasStopped() { break }
      }
    } catch {
      logger.critical("the worker cannot go on: \(error)")
      loop.stop()
      for session in sessions.values { end(session, "the worker cannot go on") }
    }
    // They watch the router.
    gate = nil
    monitor = nil
    // Waits for what is on its way, as long as the socket lingers.
    router = nil
    context = nil
    loop.noteEnd()
    pool.stop()
    // Where something hangs or has crashed, that ends the process; nobody else may do so before.
    switch loop.stopReason {
    case .hang, .effectHangs, .crash: break
    case .asked, .inputEnded, nil: onEnd()
    }
    return nil
  }

  /// Waits for messages. Where threads reduce, they have more use for the processors than looks.
  private func wait(
    _ timeout: Int, _ poller: inout Poller
  ) throws(ZeroMQError) {
    if timeout > 0, hasActed, pool.outputPace == nil,
      try busyPoll.finds({ () throws(ZeroMQError) in
        try poller.wait(timeoutMilliseconds: 0) > 0
      })
    {
      return
    }
    try poller.wait(timeoutMilliseconds: timeout)
  }

  /// Returns the time to wait for messages. What threads reduce meanwhile is sent at its pace.
  private func timeout() -> Int {
    if loop.isStopping { return 5 }
    if !blocked.isEmpty { return 1 }
    if let pace = pool.outputPace {
      let now = MonotonicClock.nowMilliseconds()
      nextLook = min(nextLook, now + pace)
      return max(0, nextLook - now)
    }
    let next = min(nextTick, gate?.deadline ?? .max)
    let left = max(0, next - MonotonicClock.nowMilliseconds())
    return loop.isTerminating ? min(left, Self.drainLookMilliseconds) : left
  }

  /// Sends the output of sessions that threads reduce, at its pace: what the client answers to one part does not bring
  /// the next part early, since each takes as long as several actions.
  func sendOutputOfBusySessions() throws(ZeroMQError) {
    guard let pace = pool.outputPace else { return }
    let now = MonotonicClock.nowMilliseconds()
    guard now >= nextLook else { return }
    nextLook = now + pace
    for session in pool.busySessions { try sendOutput(of: session) }
  }

  // MARK: - Receiving

  /// Returns the batch with which the role was lost.
  private func receive() throws(ZeroMQError) -> LateBatch? {
    for _ in 0..<Self.messagesAtOnce {
      guard try router?.receive(into: &routingID, wait: .never) == true else { return nil }
      let sender = [UInt8](copying: routingID)
      guard routingID.hasMore, try router?.receive(into: &payload, wait: .never) == true else {
        continue
      }
      if payload.hasMore {
        try refuseFrames(of: sender)
        continue
      }
      busyPoll.note(byteCount: payload.count)
      if let lost = try handle(from: sender) { return lost }
      if freshMicroseconds > Self.freshMicrosecondsAtMost { return nil }
    }
    // More may be there; the next wait returns at once, after what is ready was sent.
    return nil
  }

  /// Ends the session of a client that sent a message in several frames: no client of ours does, so it breaks the
  /// protocol as by any other lie.
  private func refuseFrames(of sender: [UInt8]) throws(ZeroMQError) {
    let session = sessions[ClientSession.ID(routingID: sender)]
    let isOwners = session.map(isFromOwner(of:)) ?? false
    var refusal: Refusal?
    if session == nil, !forgotten.contains(sender) {
      do throws(Refusal) { _ = try admit(to: .useWorker) } catch { refusal = error }
    }
    try skipRest()
    let reason = "a message came in too many frames"
    if let refusal {
      reporter.report(refusal)
      return try send(.refuse(reason: reporter.text(refusal)), to: sender)
    }
    guard let session else {
      return try forgotten.contains(sender) ? forget(sender) : refuse(sender, reason)
    }
    // Else it is of another, behind the routing id of one that has gone: all of that is dropped.
    if isOwners { try carryOut(session.machine.refuse(reason), session) }
  }

  private func skipRest() throws(ZeroMQError) {
    while payload.hasMore, try router?.receive(into: &payload, wait: .never) == true {}
  }

  // MARK: - Now and then

  private func tick() throws(ZeroMQError) {
    let now = MonotonicClock.nowMilliseconds()
    guard now >= nextTick else { return }
    // Of the first, nobody knows when it was due.
    let wasStopped = nextTick > 0 && now - nextTick > Self.absenceMilliseconds
    nextTick = now + tickMilliseconds
    var (laneCount, effectCount) = (0, 0)
    var (actionCount, rewrittenCount) = (goneCount, goneRewrittenCount)
    for session in sessions.values {
      laneCount += session.host.laneCount
      effectCount += session.host.effectCount
      actionCount &+= session.host.reducedCount
      rewrittenCount &+= session.host.rewrittenCount
      if wasStopped { session.machine.resumed(now: now) }
      try carryOut(session.machine.tick(now: now), session)
    }
    loop.laneCount = laneCount
    loop.actionCount = actionCount
    loop.rewrittenCount = rewrittenCount
    loop.note(effects: effectCount, atMilliseconds: now)
    clearLeaving(now: now)
    keepAddress(now: now)
    let problem = loop.configuration.problem.map { "; \($0)" } ?? ""
    loop.configuration.notifier?.signalLife(
      status: loop.address.problem
        ?? "\(laneCount) children of \(sessions.count) clients\(problem)")
  }

  /// Listens again where the socket's file was removed. Where another process has the address for good, the worker
  /// drains, and ends as one that cannot listen.
  private func keepAddress(now: Int) {
    if loop.isStopping { return }
    loop.address.look(
      at: loop.configuration.endpoint, now: now, isLast: loop.configuration.listensOnce,
      logger: logger
    ) {
      () throws(ZeroMQError) in try router?.listenAgain() == true
    }
    if loop.address.end != nil, !loop.isTerminating { loop.terminate() }
  }
}
