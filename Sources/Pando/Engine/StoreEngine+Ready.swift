import DequeModule
import PandoHosting

/// Actions that commit when they are ready, out of the order of acceptance.
extension StoreEngine {
  package func listAsReady(_ lane: AnyLane) {
    if lane.isListedAsReady { return }
    lane.isListedAsReady = true
    readyLanes.append(lane)
  }

  /// Commits the first action of a lane that commits when it is ready. Returns whether it looked at one.
  func commitReady() -> Bool {
    let lane = readyLanes.removeFirst()
    lane.isListedAsReady = false
    guard let pending = lane.waiting.first, pending.isOutside,
      pending.lanes.allSatisfy({ $0.isFirst(pending) })
    else { return true }
    let isLiving = pending.origin?.isEnded != true
    if isLiving,
      !router.finds(pending.lanes, { root.route(state, typed(pending).action, tree, router) })
    {
      // What comes of it depends on the state that it finds when it is its turn among the others.
      moveInside(typed(pending))
      relist(lane)
      return true
    }
    switch judge(pending) {
    case .waits:
      return true
    case .isRedirected:
      preconditionFailure("an action outside the buffer is where it belongs")
    case .isDropped:
      leaveOutside(pending)
      drop(typed(pending))
    case .fails(let reason):
      leaveOutside(pending)
      inTrace(of: typed(pending)) { fail(typed(pending), reason) }
    case .commits:
      leaveOutside(pending)
      reduce(typed(pending))
    }
    // The head may be for others now.
    if !buffer.isEmpty { buffer.head.isRouteCertain = false }
    return true
  }

  /// Looks at a lane again whose next action may be ready.
  func relist(_ lane: AnyLane) {
    guard lane.options.order == .asReady, !lane.waiting.isEmpty else { return }
    if lane.machine.isHeadReady || lane.machine.isHeadCondemned || lane.isInProcess {
      listAsReady(lane)
    }
  }

  func moveOutside(_ pending: AnyPendingAction) {
    noLongerAwaitsChild(pending)
    pending.isOutside = true
    outsideCount += 1
    pending.lanes.forEach(relist)
  }

  private func leaveOutside(_ pending: AnyPendingAction) {
    pending.isOutside = false
    outsideCount -= 1
  }

  /// An action finds its way anew, at its place in the order of acceptance. What waits behind it in one of
  /// its lanes goes first, the last at first: so it keeps behind it, and no lane has to begin again with
  /// what is about to leave it.
  func moveInside(_ pending: PendingAction<Action>) {
    let lanes = pending.lanes
    lanes.forEach { lane in
      while let later = lane.waiting.last(where: {
        $0.isOutside && $0.number > pending.number
      }) {
        moveInside(typed(later))
      }
    }
    withdraw(pending)
    leaveOutside(pending)
    pending.lanes = LaneList()
    pending.isRouteCertain = false
    awaitChild(pending, since: lanes.firstAccepting)
    buffer.insert(pending) { [number = pending.number] in $0.number > number }
    buffer.head.isRouteCertain = false
  }
}
