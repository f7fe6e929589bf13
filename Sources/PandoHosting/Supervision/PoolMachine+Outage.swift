// A coordinator that does not answer. It alone knows all workers, and what other programs have there, so it is asked for
// each lane. But a worker that is linked hosts what it hosts without it.
//
// Who ends the wait for an answer: the tick that `nextDeadline` asks for (the supervisor's thread), and the answer or the
// time-out of the question (the control plane's), whichever is first. Neither runs what a user wrote, and either is
// enough. The store is told by the thread that makes its calls, as of any other placement.
extension PoolMachine {
  /// A time in which lanes go to linked members at once, and no coordinator is waited for.
  ///
  /// It begins with a question that fails, or that nobody answers for a while: a process that is stopped refuses
  /// nothing. It ends when a worker is named. What is refused ends it later, as a coordinator that was started again
  /// knows no worker until those that there are have joined it.
  struct Outage {
    var isOngoing = false
    /// Since when questions are out of which none has been answered; nil where none is out.
    var askedAt: Int?
    /// Since when all that is asked is refused.
    var refusesSince: Int?
    /// When a lane that has a place may ask whether somebody answers.
    var probeAt = 0
  }

  /// True if lanes are placed on the members that are there. The room on a worker is what its own limit leaves beside
  /// this store's lanes: those of others are known to a coordinator alone.
  var placesItself: Bool { source != .coordinated || outage.isOngoing }

  mutating func noteQuestion(_ now: Int) {
    if outage.askedAt == nil { outage.askedAt = now }
  }

  mutating func noteNamed(_ now: Int) {
    if outage.isOngoing { forgetFailures() }
    outage = Outage(askedAt: runningSearches > 0 ? now : nil)
  }

  mutating func noteRefusal(_ now: Int) {
    noteEnd(ofQuestionAt: now)
    guard outage.isOngoing else { return }
    let since = outage.refusesSince ?? now
    let hasRefusedForLong = now - since >= limits.rejoinMilliseconds
    outage.isOngoing = !hasRefusedForLong
    outage.refusesSince = hasRefusedForLong ? nil : since
  }

  mutating func noteSilence(_ now: Int) {
    noteEnd(ofQuestionAt: now)
    outage.refusesSince = nil
    begin(now)
  }

  private mutating func noteEnd(ofQuestionAt now: Int) {
    outage.askedAt = runningSearches > 0 ? now : nil
    outage.probeAt = now + limits.probeMilliseconds
  }

  /// When questions have been out for so long that somebody should have answered; nil where that is known.
  var silenceDeadline: Int? {
    outage.isOngoing ? nil : outage.askedAt.map { $0 + limits.answerMilliseconds }
  }

  mutating func noticeSilence(_ now: Int) {
    if let deadline = silenceDeadline, deadline <= now { begin(now) }
  }

  private mutating func begin(_ now: Int) {
    guard !outage.isOngoing, !isStopping else { return }
    outage.isOngoing = true
    placeOnMembers(now)
  }

  /// Places what waits for an answer on members that are there: lanes that have no worker first, then those that are
  /// to leave one. What none takes is tried again when one is ready, has room again, or drains no longer.
  ///
  /// Complexity: O(lanes that wait, and those of members that drain).
  mutating func placeOnMembers(_ now: Int) {
    placeAll()
    for (_, member) in members.sorted(by: { $0.key < $1.key }) where member.drain != nil {
      for lane in member.lanes.sorted(by: { $0.rawValue < $1.rawValue }) {
        guard let entry = lanes[lane], entry.move?.state == .searching else { continue }
        if let destination = choose(entry.wish) { reserve(lane, on: destination) }
      }
    }
  }

  /// The lanes that wait though a linked member would take them, for a check that no outage keeps them waiting.
  package var placeableLanes: [LaneID] {
    waiting.filter { item in
      guard isWaiting(item), let wish = lanes[item.lane]?.wish else { return false }
      return candidates(for: wish).contains { $0.hasRoom && $0.traits.fits(wish) }
    }.map(\.lane)
  }
}
