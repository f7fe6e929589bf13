import PandoHosting
import ZeroMQ

// Which workers are given up, now and then.
extension LinkLoopRun {
  /// The interval at which handshakes and silence are looked at.
  private static let tickMilliseconds: Int = 100

  /// - Parameter stops: The loop's count of stops as this turn began.
  func tick(_ stops: UInt64) throws(ZeroMQError) {
    let now = MonotonicClock.nowMilliseconds()
    guard now >= nextTick else { return }
    nextTick = now + Self.tickMilliseconds
    for connection in connections {
      let hasReadAll = try serve(connection)
      // A process that a debugger holds says nothing, and is not gone.
      if isHeld(connection, now) { handle(.heard, connection) }
      if wasStopped(connection) {
        // What workers said meanwhile is not here yet, and they may have been stopped as well: all that is waited for
        // begins anew.
        connection.stops = stops
        handle(.resumed, connection)
        delegate.forgive(connection.link)
      } else {
        judge(connection, hasReadAll, now)
      }
      try serve(connection)
    }
  }

  /// Returns whether this process was stopped until just now, or was so while this thread was busy, and the worker is
  /// still to be forgiven for that.
  func wasStopped(_ connection: LinkConnection) -> Bool {
    loop.wasStopped(MonotonicClock.nowMilliseconds()) || connection.stops != loop.stops
  }

  private func judge(_ connection: LinkConnection, _ hasReadAll: Bool, _ now: Int) {
    // Silence is judged only once everything that had come was taken in.
    if hasReadAll { handle(.tick, connection) }
    if connection.link.stage == .session,
      let reason = delegate.checkProgress(of: connection.link, now: now),
      !excuses(connection, now)
    {
      handle(.dropped(.hung, reason: reason), connection)
    }
  }

  /// A connection is gone, and what came over it was taken in. A worker on another machine ends that of a process which
  /// is stopped for long, so then it has not died; of a worker of our own the end of its process tells.
  func noteLoss(_ connection: LinkConnection) {
    if connection.isLossExcused, !connection.link.hasProcess, connection.link.stage == .session {
      let reason = "the connection was lost while this process was stopped"
      return handle(.dropped(.left, reason: reason), connection)
    }
    handle(.disconnected, connection)
  }
}
