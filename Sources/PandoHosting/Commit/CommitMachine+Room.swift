import DequeModule

// Room in the window: who may send, and who waits.
extension CommitMachine {
  /// The answer to a sender.
  @usableFromInline
  package enum Admission: Equatable {
    /// There is room, or the store has stopped and drops what comes.
    case accepts
    /// The sender is to wait until there is room.
    case waits
    /// The sender cannot wait, and goes beyond the window.
    case goesBeyond
    /// The sender cannot wait, and nothing more is taken; true if this is the first since there was room.
    case refuses(isNews: Bool)
  }

  /// The number of actions that count against the window: those that were sent, and not those that commits gave rise
  /// to, wherever they wait.
  @inlinable package var outsideCount: Int { buffer.outsideCount + beside - followUpsBeside }

  /// True if the window is full: in actions, or in bytes.
  @inlinable package var hasNoRoom: Bool {
    buffer.isFull || (beside > 0 && outsideCount >= window) || bytes >= windowBytes
  }

  /// True if a sender need not ask for more.
  @inlinable package var mayAccept: Bool { !hasNoRoom || hasStopped }

  /// Answers a sender.
  ///
  /// - Parameter mayWait: False where others count on the sender's thread: it runs a task, commits, or tells observers.
  package mutating func admit(mayWait: Bool) -> Admission {
    if mayAccept { return .accepts }
    if mayWait { return .waits }
    if outsideCount < window * Self.overflow, bytes < windowBytes * Self.overflow {
      return .goesBeyond
    }
    defer { hasRefused = true }
    return .refuses(isNews: !hasRefused)
  }

  /// True if an entry may be accepted at once: there is room, and nobody waits for it.
  @inlinable package var admitsAtOnce: Bool { hasStopped || (!hasNoRoom && !hasWaiting) }

  /// Has an entry wait for room, behind the others that do.
  package mutating func wait(_ entry: Entry) {
    precondition(entry.standing.place == .unaccepted, "an action is accepted once")
    entry.standing.place = .waiting
    waiting.append(entry)
  }

  /// Returns the entry that is to be accepted now, as there is room for it, if one waits.
  package mutating func takeWaiting() -> Entry? {
    if hasNoRoom { return nil }
    guard let entry = waiting.popFirst() else { return nil }
    entry.standing.place = .unaccepted
    return entry
  }

  /// Notes that there may be room again: the next refusal is news.
  @inlinable
  package mutating func noteRoom() {
    if hasRefused, !hasNoRoom { hasRefused = false }
  }

  /// True if so much room is there that a thread which sleeps for it is not woken for one action alone. It is woken
  /// while workers still have most of a window, so that they find its actions when they are done with that.
  package var hasRoomForThreads: Bool { !hasNoRoom && buffer.count <= window - window / 4 }
}
