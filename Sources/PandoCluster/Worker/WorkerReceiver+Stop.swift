import Pando
import PandoHosting
import ZeroMQ

// The end of the worker, which its clients are told of.
extension WorkerReceiver {
  /// The time that effects may take to clean up when the worker stops.
  private static let drainMilliseconds = 1_000
  /// The time that a program's last messages may take to come behind the end of the worker's input.
  private static let goodbyeMilliseconds = 200

  /// Tells every client, waits for effects to clean up, and returns whether that is done.
  func hasStopped() throws(ZeroMQError) -> Bool {
    guard let reason = loop.stopReason else { return false }
    let now = MonotonicClock.nowMilliseconds()
    if stopDeadline == nil, awaitsGoodbye(reason, now) { return false }
    if stopDeadline == nil { try beginStop(reason) }
    let deadline = stopDeadline ?? now + Self.drainMilliseconds
    stopDeadline = deadline
    switch reason {
    case .hang: return true
    case .effectHangs: leaving.removeAll { $0.hasEnded && $0.host.runsHangsAlone }
    case .asked, .inputEnded: leaving.removeAll(where: \.isOver)
    }
    return leaving.isEmpty || now >= deadline
  }

  /// True while the program that closed the worker's input may still be about to say goodbye: its last messages come
  /// by another way than the end of the input, which overtakes them.
  private func awaitsGoodbye(_ reason: WorkerLoop.Stop, _ now: Int) -> Bool {
    guard case .inputEnded = reason, !sessions.isEmpty else { return false }
    let deadline = goodbyeDeadline ?? now + Self.goodbyeMilliseconds
    goodbyeDeadline = deadline
    return now < deadline
  }

  private func beginStop(_ reason: WorkerLoop.Stop) throws(ZeroMQError) {
    loop.configuration.notifier?.stopping()
    var guilty: Set<ObjectIdentifier> = []
    if case .effectHangs(let hangs) = reason {
      guilty = Set(hangs.map { ObjectIdentifier($0.session) })
      try tell(of: hangs)
    }
    for session in sessions.values {
      if case .hang(let hanging, let lane) = reason, hanging === session {
        // The end of the connection follows, which says the rest.
        guard let lane else { continue }
        try send(.hangs(lane), to: session.routingID)
        continue
      }
      // What a client was told of hangs says more, and the end of the connection follows.
      if !guilty.contains(ObjectIdentifier(session)) {
        try send(.refuse(reason: WorkerMessage.stoppingReason), to: session.routingID)
      }
      end(session, "the worker is stopping")
    }
  }
}
