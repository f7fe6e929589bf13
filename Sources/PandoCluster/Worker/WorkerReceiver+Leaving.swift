import Logging
import Pando
import PandoHosting
import ZeroMQ

extension WorkerReceiver {
  /// Has the monitor waited for, if there is one. Returns its index.
  func joinMonitor(_ poller: inout Poller) throws(ZeroMQError) -> Int? {
    guard let descriptor = try monitor?.fileDescriptor else { return nil }
    return poller.add(fileDescriptor: descriptor)
  }

  /// Notes which connections are lost, by what libzmq's thread tells; the receiver waits for that as for messages. A
  /// connection is lost where the client was killed, or has given this worker up, as it does one that is stopped.
  ///
  /// A loss is told before its descriptor is used again. So what was told before a client came with that descriptor is of
  /// others, and what is told later is of its own connection.
  func readEvents() throws(ZeroMQError) {
    try gate?.readEvents()
    while let event = try monitor?.next(wait: .never) {
      if event.kind == .disconnected, let descriptor = event.descriptor { lost.append(descriptor) }
    }
  }

  /// Ends the sessions of clients whose connections are lost, once what they had said has come, which may be a goodbye, or
  /// would take long among what others say.
  func endLostAfterMessages() throws(ZeroMQError) {
    if lost.isEmpty { return }
    let now = MonotonicClock.nowMilliseconds()
    let deadline = lostDeadline ?? now + Self.lastWordsMilliseconds
    lostDeadline = deadline
    if now < deadline, try router?.events.contains(.readable) == true { return }
    try endLost()
  }

  /// Ends the sessions of clients whose connections are lost: none is ever taken up by another connection.
  func endLost() throws(ZeroMQError) {
    for session in sessions.values where session.descriptor.map(lost.contains) == true {
      // What it has said and was not received is from nobody any more.
      if session.id.number == .own { forgotten.add(session.id.routingID) }
      try carryOut(session.machine.left("its connection is gone"), session)
    }
    farewells.subtract(lost)
    lost.removeAll()
    lostDeadline = nil
  }

  /// The time in which what a lost client had said is to come.
  private static let lastWordsMilliseconds = 100

  /// Lets go of a client; a thread that reduces frees what it had.
  func end(_ session: ClientSession, _ reason: String) {
    guard sessions[session.id] === session else { return }
    sessions[session.id] = nil
    if session.id.number == .own {
      for other in sessions.values where other.id.routingID == session.id.routingID {
        end(other, reason)
      }
    }
    session.goneSince = MonotonicClock.nowMilliseconds()
    leaving.append(session)
    goneCount &+= session.host.reducedCount
    goneRewrittenCount &+= session.host.rewrittenCount
    if session.requestEnd(reason: reason) { pool.schedule(session) }
  }

  /// Forgets clients that have gone and everything of which has ended. Where there are too many whose effects have not
  /// ended for long, it lets go of the oldest, too: they would take the places of others. The worker waits for none of
  /// those when it ends.
  func clearLeaving(now: Int) {
    leaving.removeAll(where: \.isOver)
    let configuration = loop.configuration
    guard leaving.count > configuration.endlessAtMost else { return }
    let endless = leaving.filter {
      $0.hasEnded && now - $0.goneSince >= configuration.endlessMilliseconds
    }
    let excess = endless.dropLast(configuration.endlessAtMost)
    for session in excess {
      logger.warning(
        """
        \(session.name) has gone, and \(session.host.effectCount) of its effects run on: an effect is to end when its task \
        is cancelled. The worker no longer waits for them.
        """)
    }
    let dropped = Set(excess.map(ObjectIdentifier.init))
    leaving.removeAll { dropped.contains(ObjectIdentifier($0)) }
  }
}
