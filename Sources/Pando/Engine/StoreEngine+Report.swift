import DequeModule
package import PandoHosting

/// Events of the hosting, for people and for programs that watch it.
extension StoreEngine {
  /// Begins to follow what happens to workers and hosted children. Takes the lock.
  var hostingEvents: HostingEvents {
    commit {
      let hub = watchers.hostingHub ?? HostingEventHub()
      if isStopped { hub.finish() }
      watchers.hostingHub = hub
      return hub.follow()
    }
  }

  /// Has those told who follow, once the lock is free. Where nobody does, nothing is made.
  func tell(_ news: () -> HostingNews) {
    guard let hostingHub = watchers.hostingHub, hostingHub.hasReaders else { return }
    hostingHub.add(news())
    afterUnlock { hostingHub.tell() }
  }

  package func workerIsReady(_ worker: String, processID: Int32?, restartCount: Int) {
    commit {
      tell {
        HostingNews {
          .workerReady(worker: worker, processID: processID, restartCount: restartCount)
        }
      }
    }
  }

  func tellOpened(_ lane: AnyLane, by worker: String) {
    tell {
      let (card, life) = (lane.card, lane.life)
      return HostingNews { .opened(card.name, worker: worker, placement: life) }
    }
  }

  func tellMoved(_ lane: AnyLane, from: String?, to: String) {
    tell {
      let card = lane.card
      return HostingNews { .moved(card.name, from: from ?? "", to: to) }
    }
  }

  func tellDraining(_ worker: String) {
    tell { HostingNews { .workerDraining(worker: worker) } }
  }

  func tellQuarantined(_ lane: AnyLane) {
    lane.noteQuarantine()
    tell {
      let card = lane.card
      let label = label(ofActionAt: lane.machine.firstSuspectPlace, of: lane)
      return HostingNews { .quarantined(card.name, action: label()) }
    }
  }

  func tellFailed(_ pending: PendingAction<Action>, _ reason: HostedFailureReason) {
    tell {
      var cards: [LaneCard] = []
      pending.lanes.forEach { cards.append($0.card) }
      let (lanes, action) = (cards, pending.action)
      return HostingNews {
        .actionFailed(lanes.map(\.name), action: caseLabels(of: action), reason: reason)
      }
    }
  }

  func tellGivenUp(_ lane: AnyLane, _ reason: String) {
    lane.lastProblem = reason
    tell {
      let card = lane.card
      return HostingNews { .gaveUp(card.name, reason: reason) }
    }
  }

  // MARK: - Losses

  /// Describes the loss of a worker, before its lanes forget what it had, and tells of it.
  func describeLoss(
    of busy: [AnyLane], _ resting: RestingLanes, reducing: [AnyLane], _ link: any HostingLink,
    _ end: LinkEnd, _ reason: String
  ) -> HostingLoss {
    let owing = reducing.prefix(HostingLoss.lanesAtMost)
    let others = busy.lazy.filter { !$0.machine.owesAnswer }
    let first = owing + others.prefix(HostingLoss.lanesAtMost - owing.count)
    let named = first + resting.named.prefix(HostingLoss.lanesAtMost - first.count)
    let loss = HostingLoss(
      worker: link.name, end: end, reason: reason, laneCount: busy.count + resting.count,
      lanes: named.map(\.card),
      reducing: owing.map { lane in
        HostingLoss.Reduced(
          lane: lane.card,
          action: label(ofActionAt: lane.machine.firstUnansweredPlace, of: lane))
      })
    tell { HostingNews { .workerLost(loss.described) } }
    return loss
  }

  /// Returns how to name an uncommitted action of a lane, by its place among them. The action is the store's
  /// own: to decode what a worker did not survive may end this process too.
  private func label(ofActionAt place: Int?, of lane: AnyLane) -> @Sendable () -> String {
    guard let place, let action = action(at: place, of: lane) else { return { "an action" } }
    return { caseLabels(of: action) }
  }

  private func action(at place: Int, of lane: AnyLane) -> Action? {
    if lane.waiting.indices.contains(place) { return typed(lane.waiting[place]).action }
    var place = place
    return commits.find { element in
      if element.isRun { return run(element).action(at: &place, of: lane) }
      guard element.lanes.contains(lane) else { return nil }
      defer { place -= 1 }
      return place == 0 ? typed(element).action : nil
    }
  }
}
