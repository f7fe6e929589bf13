import ZeroMQ

/// Looks after the links of a store while the thread that reads them is busy: in reducers of parents, for as long as
/// those take. Used by the supervisor's thread alone, which never runs code of a user.
///
/// libzmq reads whatever a worker sends, into memory, without a limit. So what the loop's thread leaves unread is taken
/// into a queue of the link that has one.
final class LinkWatch: @unchecked Sendable {
  private let loop: LinkLoop
  private var message = Message()
  private var nextLook = Int.min
  private var lastLook: Int?
  /// The loop's count of rests at the last look.
  private var rests: UInt64?

  /// The time between two looks where all is taken in. A worker may fill memory for as long.
  private static let intervalMilliseconds = 50
  /// The time without a look that only comes of a process that was stopped.
  static let absenceMilliseconds = 1_000

  init(_ loop: LinkLoop) {
    self.loop = loop
  }

  /// Takes in what the loop's thread does not get to. Returns when the next look is due; nil where there are no links.
  ///
  /// - Parameter links: Gives the links, each with the number of lanes on its worker; called only where the thread has
  ///   not come to an end with what came since the last look.
  func look(
    now: Int, hasLinks: Bool, links: () -> [(link: WorkerLink, laneCount: Int)]
  ) -> Int? {
    guard hasLinks else {
      lastLook = nil
      rests = nil
      loop.noteLook(at: nil)
      return nil
    }
    guard now >= nextLook || lastLook == nil else { return nextLook }
    if let lastLook, now - lastLook > Self.absenceMilliseconds {
      // What has come meanwhile is still with the system, and nobody has read it yet.
      loop.forgive(until: now + Self.absenceMilliseconds)
    }
    lastLook = now
    nextLook = now + Self.intervalMilliseconds
    loop.noteLook(at: now)
    let current = loop.rests
    defer { rests = current }
    // A thread that rests, or has since the last look, had read everything that had come until then.
    if current.isMultiple(of: 2), current == rests {
      for (link, laneCount) in links()
      where link.takeIn(by: &message, laneCount: laneCount) {
        // More is there. Others come first: the links behind it, and what else the thread has to do.
        nextLook = now
      }
    }
    return nextLook
  }
}
