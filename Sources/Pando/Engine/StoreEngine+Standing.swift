package import PandoHosting

extension StoreEngine {
  /// True if everything that was accepted has committed or failed. Takes the lock.
  package var hasCommittedAll: Bool { withState { _ in commits.isEmpty } }

  /// The number of lanes that it knows. Takes the lock.
  package var laneCount: Int { withState { _ in lanes.count } }

  /// The lanes of children that have gone: empty once their workers have let go of them. Takes the lock.
  package var strayLanes: [LaneID] {
    withState { _ in
      var living: Set<LaneID> = Set(tree.lanes.map(\.id))
      tree.forEachDescendant { living.formUnion($0.lanes.map(\.id)) }
      return lanes.keys.filter { !living.contains($0) }.sorted { $0.rawValue < $1.rawValue }
    }
  }

  /// The standing of the store, in words, for people who wonder why it does not go on. Takes the
  /// lock.
  package var standing: String {
    withState { _ in
      var lines = [
        """
        \(commits.queuedCount) actions in the buffer of \(window), \(commits.besideCount) beside it, \
        \(commits.waitingCount) senders wait, \(commits.pendingBytes) bytes, \(remoteEffects.count) actions \
        have effects on workers
        """
      ]
      if !commits.isQueueEmpty {
        let head = commits.head
        var names: [String] = []
        head.lanes.forEach { names.append("\($0.id)") }
        let action = head.isRun ? "a run" : "\(typed(head).action)"
        lines.append("head: \(action.prefix(120)), for \(names)")
      }
      for lane in lanes.values.sorted(by: { $0.id.rawValue < $1.id.rawValue }) {
        lines.append(describe(lane))
      }
      if let lane = trials.lane { lines.append("on trial: \(lane)") }
      if !trials.waiting.isEmpty { lines.append("waiting for a trial: \(trials.waiting)") }
      for worker in backend?.workers ?? [] {
        lines.append(
          """
          \(worker.name): \(worker.state), process \(worker.processID ?? 0), \
          \(worker.childCount) children
          """)
      }
      return lines.joined(separator: "\n    ")
    }
  }

  private func describe(_ lane: AnyLane) -> String {
    """
    \(lane.id): \(lane.machine.phase), \(lane.machine.count) actions of which \
    \(lane.machine.inFlightCount) in flight, head \(lane.machine.first.rawValue) \
    \(lane.machine.isHeadReady ? "ready" : "not ready"), epoch \(lane.machine.epoch.rawValue), \
    \(lane.link?.name ?? "no worker"), \(lane.machine.headRecord)
    """
  }
}
