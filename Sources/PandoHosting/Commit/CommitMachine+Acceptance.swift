// The acceptance of actions: where each of them waits.
extension CommitMachine {
  /// The hosted children that an action seems to be for, as far as the order of commits depends on them.
  @usableFromInline
  package enum Route: Equatable {
    /// None, or some whose actions commit in the order of acceptance.
    case asSent
    /// Only such whose actions commit when they are ready; the newest of their lanes.
    case asReady(newest: LaneID)
  }

  /// Accepts an action from outside, behind all others. Returns where it waits now.
  ///
  /// One that could commit when it is ready keeps to the order all the same while an earlier one awaits what may be
  /// its child.
  @inlinable
  package mutating func accept(_ entry: Entry, _ route: Route) -> CommitStanding.Place {
    number(entry)
    if case .asReady(let newest) = route,
      awaitingChildCount == 0 || newest.rawValue < firstAwaitedLane.rawValue
    {
      putBeside(entry)
    } else {
      entry.standing.place = .queued
      buffer.append(entry)
    }
    return entry.standing.place
  }

  /// Accepts an action that a commit gave rise to, ahead of what was sent later. Returns where it waits now.
  @inlinable
  package mutating func acceptFollowUp(
    _ entry: Entry, _ route: Route
  ) -> CommitStanding.Place {
    number(entry)
    entry.standing.isFollowUp = true
    if route == .asSent {
      entry.standing.place = .queued
      buffer.appendFollowUp(entry)
    } else {
      putBeside(entry)
    }
    return entry.standing.place
  }

  @inlinable
  mutating func number(_ entry: Entry) {
    precondition(entry.standing.place == .unaccepted, "an action is accepted once")
    precondition(!hasStopped, "a store that has stopped accepts nothing")
    accepted &+= 1
    entry.standing.number = accepted
  }

  // MARK: - Runs

  /// The number that the next action gets.
  @inlinable package var nextNumber: UInt64 { accepted &+ 1 }

  /// Accepts an action into the run that is the tail.
  @inlinable package mutating func joinTail() {
    accepted &+= 1
    buffer.growTail()
  }

  /// Accepts the first action of a run, behind all others.
  @inlinable
  package mutating func begin(run: Entry) {
    number(run)
    run.standing.place = .queued
    buffer.append(run)
  }

  // MARK: - Children that are not there yet

  /// Notes that an action, which is queued or about to be, awaits a hosted child whose lane is not known. What is sent
  /// later to the same child must not overtake it.
  ///
  /// - Parameter first: The first lane that may turn out to be the child's. A child that is not there, or no longer,
  ///   gets one that does not exist yet.
  @inlinable
  package mutating func awaitChild(_ entry: Entry, since first: LaneID) {
    if entry.standing.awaitsChild { return }
    entry.standing.awaitsChild = true
    if awaitingChildCount == 0 || first.rawValue < firstAwaitedLane.rawValue {
      firstAwaitedLane = first
    }
    awaitingChildCount += 1
  }

  @inlinable
  mutating func endWait(forChildOf entry: Entry) {
    entry.standing.awaitsChild = false
    awaitingChildCount -= 1
  }
}
