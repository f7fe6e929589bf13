import Pando
import PandoHosting
import ZeroMQ

// The end of the worker, which its clients are told of.
extension WorkerReceiver {
  /// The time that effects may take to clean up when the worker stops, and clients to read why.
  private static let drainMilliseconds = 1_000
  /// The time that clients have to read that a reducer hangs: the one whose it is does not leave.
  private static let hangFarewellMilliseconds = 200
  /// The time that a program's last messages may take to come behind the end of the worker's input.
  private static let goodbyeMilliseconds = 200

  /// Tells every client, waits for effects to clean up, and returns whether that is done.
  func hasStopped() throws(ZeroMQError) -> Bool {
    guard let reason = loop.stopReason else { return false }
    let now = MonotonicClock.nowMilliseconds()
    if stopDeadline == nil, awaitsGoodbye(reason, now) { return false }
    if stopDeadline == nil { try beginStop(reason) }
    let isHang = if case .hang = reason { true } else { false }
    let milliseconds = isHang ? Self.hangFarewellMilliseconds : Self.drainMilliseconds
    let deadline = stopDeadline ?? now + milliseconds
    stopDeadline = deadline
    switch reason {
    case .hang, .crash: leaving.removeAll()
    case .effectHangs: leaving.removeAll { $0.hasEnded && $0.host.runsHangsAlone }
    case .asked, .inputEnded: leaving.removeAll(where: \.isOver)
    }
    // Who was told of the end leaves. What it has not read is dropped by libzmq when the connection ends.
    return leaving.isEmpty && farewells.isEmpty || now >= deadline
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
    if case .crash(let words) = reason { return try tell(words) }
    var guilty: Set<ObjectIdentifier> = []
    if case .effectHangs(let hangs) = reason {
      guilty = Set(hangs.map { ObjectIdentifier($0.session) })
      try tell(of: hangs)
    }
    for session in sessions.values {
      if case .hang(let hanging, let lane) = reason, hanging === session {
        // The end of the connection follows, which says the rest.
        guard let lane else { continue }
        try bidFarewell(to: session, .hangs(lane))
        continue
      }
      // What a client was told of hangs says more, and the end of the connection follows.
      if !guilty.contains(ObjectIdentifier(session)) {
        try bidFarewell(to: session, .refuse(reason: WorkerMessage.stoppingReason))
      }
      end(session, "the worker is stopping")
    }
  }

  /// Tells the client whose code ends the process what that is, and all others that it is none of theirs.
  private func tell(_ words: LastWords) throws(ZeroMQError) {
    for session in sessions.values {
      guard let culprit = words.culprit, words.client == session.host.identity else {
        let reason = words.isSent ? WorkerMessage.endedReason : WorkerMessage.crashingReason
        try bidFarewell(to: session, .refuse(reason: reason))
        continue
      }
      // One of a version before learns of the end of the connection alone.
      if session.version >= ProtocolVersion.firstWithCrashes {
        try bidFarewell(to: session, .crashes(culprit))
      }
    }
  }

  private func bidFarewell(
    to session: ClientSession, _ message: WorkerMessage
  ) throws(ZeroMQError) {
    try send(message, to: session.routingID)
    if let descriptor = session.descriptor { farewells.insert(descriptor) }
  }
}
