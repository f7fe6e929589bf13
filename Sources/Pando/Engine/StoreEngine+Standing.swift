package import PandoHosting

extension StoreEngine {
  /// True if everything that was accepted has committed or failed. Takes the lock.
  package var hasCommittedAll: Bool { withState { _ in commits.isEmpty } }

  /// The number of lanes that it knows. Takes the lock.
  package var laneCount: Int { withState { _ in desk.lanes.count } }

  /// The lanes of children that have gone: empty once their workers have let go of them. Takes the lock.
  package var strayLanes: [LaneID] {
    withState { _ in
      var living: Set<LaneID> = Set(tree.lanes.map(\.id))
      tree.forEachDescendant { living.formUnion($0.lanes.map(\.id)) }
      return desk.lanes.keys.filter { !living.contains($0) }.sorted { $0.rawValue < $1.rawValue }
    }
  }

  /// The standing of the store, in words, for people who wonder why it does not go on. Takes the
  /// lock.
  package var standing: String {
    withState { _ in
      var lines = [
        """
        \(commits.queuedCount) actions in the buffer of \(window), \(commits.besideCount) beside it, \
        \(commits.waitingCount) senders wait, \(commits.pendingBytes) bytes, \(desk.remoteEffects.count) actions \
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
      lines += desk.standing
      return lines.joined(separator: "\n    ")
    }
  }
}
