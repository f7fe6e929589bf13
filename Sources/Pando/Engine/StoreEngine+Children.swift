import PandoHosting

extension StoreEngine {
  /// The hosted children as they are now, in the order in which they came. Takes the lock. O(children).
  var hostedChildren: [HostedChild] {
    // What a store that was stopped left to its workers is nobody's any more.
    let described = withState { _ in
      isStopped ? [] : lanes.values.map { (child: describe($0), card: $0.card, link: $0.link) }
    }
    // Asked without the store's lock: users describe the identities, and the backend has a lock of its own.
    let children = described.map { child, card, link in
      var child = child
      child.identities = card.name.identities
      child.processID = link.flatMap { backend?.processID(of: $0) }
      return child
    }
    return children.sorted { $0.id < $1.id }
  }

  private func describe(_ lane: AnyLane) -> HostedChild {
    HostedChild(
      id: lane.id.rawValue, feature: lane.feature.descriptor.name,
      identities: [],
      standing: standing(of: lane), worker: lane.link?.name, processID: nil,
      uncommittedCount: lane.machine.count, inFlightCount: lane.machine.inFlightCount,
      window: lane.machine.limit.value, effectCount: effectCount(of: lane),
      placementCount: lane.life, restartCount: lane.restartCount, lastProblem: lane.lastProblem)
  }

  /// The number of effects of a lane that its worker runs.
  func effectCount(of lane: AnyLane) -> Int {
    lane.runningSequences.reduce(0) { count, sequence in
      count + (remoteEffects[RemoteKey(lane: lane.id, sequence: sequence)]?.remaining ?? 0)
    }
  }

  func standing(of lane: AnyLane) -> HostedChild.Standing {
    if lane.isInProcess { return .inProcess }
    switch lane.machine.phase {
    case .open:
      if lane.machine.isOnTrial { return .onTrial }
      return lane.isToMove ? .moving : .hosted
    case .closing, .ended: return .ending
    case .unplaced:
      if lane.machine.isUnhostable { return .unhostable(reason: lane.refusal) }
      return lane.machine.isResting ? .resting : .waiting
    }
  }
}
