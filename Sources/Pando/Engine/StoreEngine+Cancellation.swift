import PandoHosting

/// Cancellations of effects that run on workers.
extension StoreEngine {
  func runningOnHosts(_ scope: Incarnation) -> Bool {
    var runs = false
    scope.forEachRunningLane { if !$0.runningSequences.isEmpty { runs = true } }
    return runs
  }

  /// Effects of hosted children obey their parents' cancellation too, where the identity can cross.
  ///
  /// - Parameter origin: The lane whose host has carried it out itself.
  func cancelOnHosts(
    _ id: EncodedCancelID, in scope: Incarnation, except origin: AnyLane?
  ) {
    var (early, late): ([AnyLane], [AnyLane]) = ([], [])
    scope.forEachRunningLane {
      if $0 === origin { return }
      if startsLater($0) { early.append($0) } else { late.append($0) }
    }
    for lane in early { cancel(id, on: lane, behind: .flushAllButLast) }
    // What the commit leaves of a child comes before its effects: those of grandchildren that it took away never start.
    if late.contains(where: isCommitting) { reconcileLateLanes() }
    // What this very commit has started comes first.
    for lane in late { cancel(id, on: lane, behind: .flush) }
  }

  /// Shows lanes what the commit made of their state; at its end those whose effects start later. A worker that is
  /// given another state takes the commit as told, and another cancellation may come before those effects. One whose
  /// action the client has reduced would reduce it twice.
  private func reconcileLateLanes() {
    var early: [AnyLane] = []
    current.lanes.forEach {
      if $0.isAccepting, startsLater($0) || $0.head == .wasReducedByClient { early.append($0) }
    }
    for lane in early { lane.isShownLater = true }
    reconcileLanes()
    for lane in early {
      lane.isShownLater = false
      // Which rows have changed is told once.
      lane.awaitsReconciling = true
    }
  }

  /// Returns whether the effects of the action that a lane commits come behind what is carried out now: a parent that
  /// reduced before the child asked for it.
  private func startsLater(_ lane: AnyLane) -> Bool {
    isCommitting(lane) && !lane.runningSequences.contains(lane.machine.first.previous)
  }

  /// Has a lane's worker cancel the effects of an identity, behind those of the commits that an event tells it of.
  private func cancel(_ id: EncodedCancelID, on lane: AnyLane, behind event: LaneEvent) {
    if lane.machine.phase == .unplaced { lane.noteCancel(id) }
    guard !lane.runningSequences.isEmpty, lane.machine.phase == .open else { return }
    lane.handle(event)
    desk.submitGated(.cancel(lane.id, .id(id.bytes)), lane)
  }
}
