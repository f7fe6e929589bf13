import PandoHosting

/// Events of the hosting, for people and for programs that watch it.
extension StoreEngine {
  /// Begins to follow what happens to workers and hosted children. Takes the lock.
  var hostingEvents: HostingEvents { commit { watch.followHosting() } }

  func tellFailed(_ pending: PendingAction<Action>, _ reason: HostedFailureReason) {
    watch.tell {
      let (lanes, action) = (children(of: pending), pending.action)
      return HostingNews {
        .actionFailed(lanes.map(\.name), action: caseLabels(of: action), reason: reason)
      }
    }
  }

  /// The hosted children that an action is for, also one that it cannot go to.
  func children(of pending: PendingAction<Action>) -> [LaneCard] {
    var cards: [LaneCard] = []
    pending.lanes.forEach { cards.append($0.card) }
    if let problem = pending.problem { cards.append(problem.child) }
    return cards
  }

  /// The hosted children as they are now, in the order in which they came. Takes the lock. O(children).
  var hostedChildren: [HostedChild] {
    // What a store that was stopped left to its workers is nobody's any more.
    let described = withState { _ in
      isStopped
        ? [] : desk.lanes.values.map { (child: desk.describe($0), card: $0.card, link: $0.link) }
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

  /// The costs of hosted features, by name. Takes the lock. O(children).
  var ledger: [FeatureLedger] {
    withState { _ in desk.featureFigures }.map { FeatureLedger($0.key, $0.value) }
      .sorted { $0.feature < $1.feature }
  }

  /// The figures of the store. Takes the lock. O(children).
  package var hostingFigures: HostingFigures {
    withState { _ in
      var report = HostingFigures()
      report.accepted = commits.acceptedCount
      report.commits = version
      report.failures = failureCount
      report.uncommitted = commits.queuedCount + commits.besideCount
      report.uncommittedBytes = commits.pendingBytes
      report.window = window
      report.localEffects = effects.count
      report.features = desk.featureFigures
      // A worker of one child ends with that, and its figures would fall: those of the feature have the same.
      for outbox in desk.outboxes.all where !outbox.link.hasOneLane {
        outbox.add(to: &report.links)
      }
      return report
    }
  }
}
