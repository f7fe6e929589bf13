import PandoHosting

// Lanes that go on at another worker while theirs lives.
extension LaneDesk {
  /// A place is kept for a lane at another worker, which it is to take once it runs no effects, or at once where they are
  /// interrupted.
  func move(_ id: LaneID, interrupts: Bool) {
    guard let lane = lanes[id], lane.machine.phase == .open, !owner.isStopped else { return }
    lane.isToMove = true
    lane.hasAnsweredSinceAsked = false
    move(lane, interrupts: interrupts)
  }

  /// Moves lanes that may go now. Between commits, as every message of a worker is handled.
  func moveLanes() {
    if movingLanes.isEmpty { return }
    var taken: [AnyLane] = []
    swap(&taken, &movingLanes)
    for lane in taken { move(lane, interrupts: false) }
  }

  /// Notes that a worker has answered for a lane, which may be to move.
  func noteAnswer(of lane: AnyLane) {
    if !lane.isToMove { return }
    lane.hasAnsweredSinceAsked = true
    movingLanes.append(lane)
  }

  /// Has a lane go on at the worker that has a place for it, unless it runs effects: their identities and the
  /// children that own them are known to one host alone.
  ///
  /// Nor does it go while its worker has not answered, as that may hang in it: an action that hangs would go
  /// from worker to worker, and be with none of them when that is given up. So it is with effects that are, or may be, why
  /// the worker ends.
  private func move(_ lane: AnyLane, interrupts: Bool) {
    guard lane.isToMove, lane.machine.mayMove, !lane.isInProcess,
      (interrupts && lane.outbox?.suspects(lane.id) != true)
        || (lane.runningSequences.isEmpty
          && (lane.hasAnsweredSinceAsked || !lane.machine.owesAnswer))
    else {
      // An answer says nothing of what is dispatched behind it.
      lane.hasAnsweredSinceAsked = false
      return
    }
    lane.isToMove = false
    guard let link = backend?.move(lane.id) else { return }
    let former = lane.link?.name
    // What its committed actions print is printed where they were reduced. Effects that are to be interrupted need not
    // start for that.
    if lane.runningSequences.isEmpty { lane.handle(.flush) }
    lane.handle(.move)
    place(lane, on: link)
    tellMoved(lane, from: former, to: link.name)
    owner.relist(lane)
  }
}
