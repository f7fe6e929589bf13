import Logging
import Pando

extension WorkerReceiver {
  /// Lets go of a client; a thread that reduces frees what it had.
  func end(_ session: ClientSession, _ reason: String) {
    guard sessions[session.routingID] === session else { return }
    sessions[session.routingID] = nil
    session.goneSince = MonotonicClock.nowMilliseconds()
    leaving.append(session)
    goneCount &+= session.host.reducedCount
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
