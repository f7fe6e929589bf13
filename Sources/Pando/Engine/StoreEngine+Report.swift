import DequeModule
import PandoHosting

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
      let label = sent(at: lane.machine.firstSuspectPlace, of: lane).label
      return HostingNews { .quarantined(card.name, action: label()) }
    }
  }

  func tellFailed(_ pending: PendingAction<Action>, _ reason: HostedFailureReason) {
    tell {
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
    of busy: [AnyLane], _ resting: RestingLanes, reducing: [AnyLane], by worker: LosingWorker,
    _ link: any HostingLink, _ reason: String
  ) -> HostingLoss {
    let guilty = worker.guilty?.lane
    // It reduces for one client in the order in which actions come: the first is what it was at.
    let unanswered = reducing.prefix(HostingLoss.lanesAtMost)
      .map { lane in (lane: lane, sent(at: lane.machine.firstUnansweredPlace, of: lane)) }
      .sorted {
        ($0.lane.id == guilty ? 0 : $0.1.number) < ($1.lane.id == guilty ? 0 : $1.1.number)
      }
    let owing = unanswered.map(\.lane)
    let others = busy.lazy.filter { reducing.isEmpty || !$0.machine.owesAnswer }
    let first = owing + others.prefix(HostingLoss.lanesAtMost - owing.count)
    let named = first + resting.named.prefix(HostingLoss.lanesAtMost - first.count)
    let loss = HostingLoss(
      worker: link.name, end: worker.end, reason: reason, laneCount: busy.count + resting.count,
      lanes: named.map(\.card),
      reducing: unanswered.map { HostingLoss.Reduced(lane: $0.lane.card, action: $0.1.label) },
      culprit: culprit(of: worker))
    tell { HostingNews { .workerLost(loss.described) } }
    return loss
  }

  /// The child whose code ended a worker, by the worker's own word.
  private func culprit(of worker: LosingWorker) -> (lane: LaneCard, effect: String?)? {
    switch worker.guilty {
    case .culprit, .hangingEffects:
      guard let id = worker.guilty?.lane, let lane = lanes[id] else { return nil }
      return (lane.card, worker.guilty?.effect(of: id))
    case .hanging, .misfit, .someEffect, .nobody, nil:
      return nil
    }
  }

  /// Returns how to name an uncommitted action of a lane, by its place among them, and its place in the order of
  /// acceptance. The action is the store's own: to decode what a worker did not survive may end this process too.
  private func sent(
    at place: Int?, of lane: AnyLane
  ) -> (label: @Sendable () -> String, number: UInt64) {
    guard let place, let (action, number) = action(at: place, of: lane) else {
      return ({ "an action" }, .max)
    }
    return ({ caseLabels(of: action) }, number)
  }

  private func action(at place: Int, of lane: AnyLane) -> (Action, number: UInt64)? {
    if lane.waiting.indices.contains(place) {
      let pending = typed(lane.waiting[place])
      return (pending.action, number: pending.number)
    }
    var place = place
    return commits.find { element in
      if element.isRun { return run(element).action(at: &place, of: lane) }
      guard element.lanes.contains(lane) else { return nil }
      defer { place -= 1 }
      return place == 0 ? (typed(element).action, number: element.number) : nil
    }
  }
}
