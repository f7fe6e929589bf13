import Logging

extension LinkLoopRun {
  /// Returns whether a debugger holds a worker that says nothing; looks now and then.
  func isHeld(_ connection: LinkConnection, _ now: Int) -> Bool {
    guard connection.link.stage == .session else { return false }
    if connection.trace.tick() { look(at: connection, now) }
    return connection.trace.isHeld
  }

  /// Returns whether a worker that seems to hang is, or was until just now, held by a debugger.
  func excuses(_ connection: LinkConnection, _ now: Int) -> Bool {
    if DebugWait.isWanted { return true }
    look(at: connection, now)
    return connection.trace.excuses(now: now)
  }

  private func look(at connection: LinkConnection, _ now: Int) {
    guard let processID = connection.processID else { return }
    let name = connection.link.name
    switch connection.trace.look(Tracer.of(processID), now: now) {
    case .held(let tracer):
      logger.notice(
        """
        \(name), process \(processID), is being debugged by \(tracer): it is waited for, and not taken for hung
        """)
    case .released:
      logger.notice("\(name), process \(processID), is no longer being debugged")
    case .disbelieved(let tracer):
      logger.warning(
        """
        \(name), process \(processID), has been debugged by \(tracer) for \(LinkTrace.beliefMilliseconds / 60_000) minutes: it is \
        waited for no longer. Set PANDO_DEBUG for the program to debug its workers for longer.
        """)
    case nil: break
    }
  }
}
