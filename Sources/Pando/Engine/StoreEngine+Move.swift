package import PandoHosting

/// Lanes that go on at another worker while theirs lives.
extension StoreEngine {
  package func move(_ lane: LaneID, interrupts: Bool) {
    commit {
      guard let lane = lanes[lane], lane.machine.phase == .open, !isStopped else { return }
      lane.isToMove = true
      move(lane, interrupts: interrupts)
    }
  }

  /// Moves lanes whose effects have ended. Between commits, as every message of a worker is handled.
  func moveLanes() {
    var taken: [AnyLane] = []
    swap(&taken, &movingLanes)
    for lane in taken { move(lane, interrupts: false) }
  }

  /// Has a lane go on at the worker that has a place for it, unless it runs effects: their identities and the
  /// children that own them are known to one host alone.
  private func move(_ lane: AnyLane, interrupts: Bool) {
    guard lane.isToMove, lane.machine.mayMove, !lane.isInProcess,
      interrupts || lane.runningSequences.isEmpty
    else { return }
    lane.isToMove = false
    guard let link = backend?.move(lane.id) else { return }
    let former = lane.link?.name
    lane.handle(.move)
    place(lane, on: link)
    tellMoved(lane, from: former, to: link.name)
    relist(lane)
  }
}
