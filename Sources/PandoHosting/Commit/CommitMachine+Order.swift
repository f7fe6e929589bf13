package import DequeModule

// The order of commits: the head, what is beside the buffer, and how entries move between the two.
extension CommitMachine {
  // MARK: - The head

  /// Takes the head out, as it commits, fails, or is dropped.
  @inlinable @discardableResult
  package mutating func popHead() -> Entry {
    let entry = buffer.popHead()
    if entry.standing.awaitsChild { endWait(forChildOf: entry) }
    entry.standing.place = .left
    return entry
  }

  /// Notes that the first action of the run at the head has left it, and others have not.
  @inlinable package mutating func shrinkHead() { buffer.shrinkHead() }

  /// Puts the first action of the run at the head before the others, as an entry of its own.
  ///
  /// - Parameter isLast: Whether there are no others.
  @inlinable
  package mutating func splitHead(_ entry: Entry, number: UInt64, isLast: Bool) {
    precondition(entry.standing.place == .unaccepted, "an action is accepted once")
    entry.standing.number = number
    entry.standing.place = .queued
    if isLast { head.standing.place = .left }
    buffer.splitHead(entry, isLast: isLast)
  }

  /// Notes that the head has been handed to the lanes that it turned out to be for.
  @inlinable
  package mutating func redirectHead() { head.standing.isRedirected = true }

  // MARK: - Beside the buffer

  /// Has the head wait beside the buffer.
  @inlinable
  package mutating func moveHeadBeside() {
    let entry = buffer.popHead()
    if entry.standing.awaitsChild { endWait(forChildOf: entry) }
    putBeside(entry)
  }

  @inlinable
  mutating func putBeside(_ entry: Entry) {
    if entry.standing.awaitsChild { endWait(forChildOf: entry) }
    entry.standing.place = .beside
    beside += 1
    if entry.standing.isFollowUp { followUpsBeside += 1 }
  }

  /// Takes out an entry that waits beside the buffer, as it commits, fails, or is dropped.
  @inlinable
  package mutating func leaveBeside(_ entry: Entry) {
    precondition(entry.standing.place == .beside, "an action leaves the place where it is")
    entry.standing.place = .left
    beside -= 1
    if entry.standing.isFollowUp { followUpsBeside -= 1 }
  }

  /// Has an entry that waits beside the buffer take its place in the order of acceptance, as its child may have gone:
  /// a follow-up among the follow-ups.
  ///
  /// - Parameter first: The first lane that may turn out to be its child's.
  package mutating func moveInside(_ entry: Entry, since first: LaneID) {
    leaveBeside(entry)
    awaitChild(entry, since: first)
    entry.standing.place = .queued
    let number = entry.standing.number
    buffer.insert(entry, isFollowUp: entry.standing.isFollowUp) { $0.standing.number > number }
  }

  // MARK: - Lanes that commit when they are ready

  /// Lists a lane whose first action may be ready.
  package mutating func list(_ lane: LaneID) {
    if listedLanes.insert(lane).inserted { readyLanes.append(lane) }
  }

  /// Returns the lane to look at next, if one is listed.
  package mutating func takeReadyLane() -> LaneID? {
    guard let lane = readyLanes.popFirst() else { return nil }
    listedLanes.remove(lane)
    return lane
  }

  // MARK: - The end

  /// Accepts nothing any more.
  package mutating func stop() { hasStopped = true }

  /// Returns the entries whose senders wait for room, once the store has stopped: nothing comes of them.
  package mutating func takeAllWaiting() -> Deque<Entry> {
    precondition(hasStopped, "a store that goes on lets in who waits")
    defer { waiting = [] }
    for entry in waiting { entry.standing.place = .left }
    return waiting
  }

  /// Forgets what is left, once the store has stopped and the buffer was emptied.
  package mutating func clear() {
    precondition(hasStopped && buffer.isEmpty, "nothing is forgotten that may commit")
    beside = 0
    followUpsBeside = 0
    awaitingChildCount = 0
    readyLanes = []
    listedLanes = []
  }
}
