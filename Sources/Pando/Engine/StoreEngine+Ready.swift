import DequeModule
import PandoHosting

/// Actions that commit when they are ready, out of the order of acceptance.
extension StoreEngine {
  func listAsReady(_ lane: AnyLane) { commits.list(lane.id) }

  /// Commits the first action of a lane that commits when it is ready. Returns whether it looked at one.
  func commitReady() -> Bool {
    guard let id = commits.takeReadyLane() else { return false }
    guard let lane = desk.lanes[id], let pending = lane.waiting.first, pending.isBeside,
      pending.lanes.allSatisfy({ $0.isFirst(pending) })
    else { return true }
    let isLiving = pending.origin?.isEnded != true
    if isLiving,
      !router.finds(pending.lanes, { root.route(state, typed(pending).action, tree, router) })
    {
      // What comes of it depends on the state that it finds when it is its turn among the others.
      moveInside(pending)
      relist(lane)
      return true
    }
    let judgement = judge(pending)
    // It has moved into the buffer where its lane was given up.
    guard pending.isBeside else { return true }
    doubtRouteOfHead()
    switch judgement {
    case .waits:
      return true
    case .movesBeside:
      preconditionFailure("an action beside the buffer is where it belongs")
    case .isDropped:
      commits.leaveBeside(pending)
      drop(typed(pending))
    case .fails(let reason):
      commits.leaveBeside(pending)
      inTrace(of: typed(pending)) { fail(typed(pending), reason) }
    case .commits:
      commits.leaveBeside(pending)
      reduce(typed(pending))
    }
    return true
  }

  /// Has the head ask the state anew whom it is for: something commits before it.
  private func doubtRouteOfHead() {
    if !commits.isQueueEmpty { commits.head.isRouteCertain = false }
  }

  /// Looks at a lane again whose next action may be ready.
  func relist(_ lane: AnyLane) {
    guard lane.options.order == .asReady, !lane.waiting.isEmpty else { return }
    if lane.machine.isHeadReady || lane.machine.isHeadCondemned || lane.isInProcess {
      listAsReady(lane)
    }
  }

  /// Moves an action from beside the buffer into it, to its place in the order of acceptance. Those behind it in the
  /// same lanes are moved before it, the last first: so they stay behind it, and no lane dispatches again an action
  /// that is about to leave it.
  func moveInside(_ pending: AnyPendingAction) {
    let lanes = pending.lanes
    lanes.forEach { lane in
      while let last = lane.waiting.last(where: { $0.isBeside || $0 === pending }),
        last !== pending
      {
        moveInside(last)
      }
    }
    withdraw(pending)
    pending.lanes = LaneList()
    pending.isRouteCertain = false
    doubtRouteOfHead()
    commits.moveInside(pending, since: lanes.firstAccepting ?? desk.newLane)
  }
}
