import Pando
import PandoHosting
import ZeroMQ

// The end of the worker, which its clients are told of.
extension WorkerReceiver {
  /// The time that effects may take to clean up when the worker stops.
  private static let drainMilliseconds = 1_000
  /// The time that clients have to read why the worker ends, and to leave: libzmq drops what was not read when the
  /// connection ends.
  private static let farewellMilliseconds = 200
  /// The same where it has crashed, and who does not read it takes what it has for suspects.
  private static let crashFarewellMilliseconds = 1_500
  /// The time that a program's last messages may take to come behind the end of the worker's input.
  private static let goodbyeMilliseconds = 200

  /// Tells every client, waits for effects to clean up, and returns whether that is done.
  func hasStopped() throws(ZeroMQError) -> Bool {
    guard let reason = loop.stopReason else { return false }
    let now = MonotonicClock.nowMilliseconds()
    if stopBegan == nil, awaitsGoodbye(reason, now) { return false }
    if stopBegan == nil { try beginStop(reason) }
    let age = now - (stopBegan ?? now)
    stopBegan = stopBegan ?? now
    var farewell = Self.farewellMilliseconds
    switch reason {
    case .hang: leaving.removeAll()
    case .crash:
      leaving.removeAll()
      farewell = Self.crashFarewellMilliseconds
    case .effectHangs: leaving.removeAll { $0.hasEnded && $0.host.runsHangsAlone }
    case .asked, .inputEnded: leaving.removeAll(where: \.isOver)
    }
    if leaving.isEmpty { return farewells.isEmpty || age >= farewell }
    return age >= Self.drainMilliseconds
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
    var guilty: [ClientSession] = []
    switch reason {
    case .effectHangs(let hangs):
      guilty = hangs.map(\.session)
      try tell(of: hangs)
    case .hang(let hanging, _): guilty = [hanging]
    case .asked, .inputEnded, .crash: break
    }
    for session in sessionsToTell(besides: guilty) {
      if case .hang(let hanging, let lane) = reason, hanging === session {
        // The end of the connection follows, which says the rest.
        guard let lane else { continue }
        try bidFarewell(to: session, .hangs(lane))
        continue
      }
      // What a client was told of hangs says more, and the end of the connection follows.
      if !guilty.contains(where: { $0 === session }) {
        try bidFarewell(to: session, .refuse(reason: WorkerMessage.stoppingReason))
      }
      end(session, "the worker is stopping")
    }
  }

  /// The sessions that are told of the end. That of a connection comes behind the others of it, and not at all where one
  /// of them is guilty: its end is theirs, and says less.
  private func sessionsToTell(besides guilty: [ClientSession]) -> [ClientSession] {
    let connections = Set(guilty.map(\.id).filter { $0.number != .own }.map(\.routingID))
    let own = sessions.values.filter {
      $0.id.number == .own && !connections.contains($0.id.routingID)
    }
    return sessions.values.filter { $0.id.number != .own } + own
  }

  /// Tells the client whose code ends the process what that is, and all others that it is none of theirs.
  private func tell(_ words: LastWords) throws(ZeroMQError) {
    let guilty = sessions.values.filter { words.client == $0.host.identity }
    for session in sessionsToTell(besides: guilty) {
      guard let culprit = words.culprit, words.client == session.host.identity else {
        let reason = words.isSent ? WorkerMessage.endedReason : WorkerMessage.crashingReason
        try bidFarewell(to: session, .refuse(reason: reason))
        continue
      }
      try bidFarewell(to: session, .crashes(culprit))
    }
  }

  private func bidFarewell(
    to session: ClientSession, _ message: WorkerMessage
  ) throws(ZeroMQError) {
    try send(message, to: session.id)
    if let descriptor = session.descriptor { farewells.insert(descriptor) }
  }
}
