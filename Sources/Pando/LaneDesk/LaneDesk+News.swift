import PandoHosting

// What is told of lanes and workers to those who follow events.
extension LaneDesk {
  func tellOpened(_ lane: AnyLane, by worker: String) {
    watch.tell {
      let (card, life) = (lane.card, lane.life)
      return HostingNews { .opened(card.name, worker: worker, placement: life) }
    }
  }

  func tellMoved(_ lane: AnyLane, from: String?, to: String) {
    watch.tell {
      let card = lane.card
      return HostingNews { .moved(card.name, from: from ?? "", to: to) }
    }
  }

  func tellQuarantined(_ lane: AnyLane) {
    lane.noteQuarantine()
    watch.tell {
      let card = lane.card
      let label = owner.sent(at: lane.machine.firstSuspectPlace, of: lane).label
      return HostingNews { .quarantined(card.name, action: label()) }
    }
  }

  func tellGivenUp(_ lane: AnyLane, _ reason: String) {
    lane.lastProblem = reason
    watch.tell {
      let card = lane.card
      return HostingNews { .gaveUp(card.name, reason: reason) }
    }
  }

  /// Describes the loss of a worker, before its lanes forget what it had, and tells of it.
  func describeLoss(
    of busy: [AnyLane], _ resting: RestingLanes, reducing: [AnyLane], by worker: LosingWorker
  ) -> HostingLoss {
    let guilty = worker.guilty?.lane
    // It reduces for one client in the order in which actions come: the first is what it was at.
    let unanswered = reducing.prefix(HostingLoss.lanesAtMost)
      .map { lane in (lane: lane, owner.sent(at: lane.machine.firstUnansweredPlace, of: lane)) }
      .sorted {
        ($0.lane.id == guilty ? 0 : $0.1.number) < ($1.lane.id == guilty ? 0 : $1.1.number)
      }
    let owing = unanswered.map(\.lane)
    let others = busy.lazy.filter { reducing.isEmpty || !$0.machine.owesAnswer }
    let first = owing + others.prefix(HostingLoss.lanesAtMost - owing.count)
    let named = first + resting.named.prefix(HostingLoss.lanesAtMost - first.count)
    let loss = HostingLoss(
      worker: worker.name, end: worker.end, reason: worker.reason,
      laneCount: busy.count + resting.count, lanes: named.map(\.card),
      reducing: unanswered.map { HostingLoss.Reduced(lane: $0.lane.card, action: $0.1.label) },
      culprit: culprit(of: worker))
    watch.tell { HostingNews { .workerLost(loss.described) } }
    return loss
  }

  /// The child whose code ended a worker, by the worker's own word, or as it had no other.
  private func culprit(of worker: LosingWorker) -> (lane: LaneCard, effect: String?)? {
    switch worker.guilty {
    case .culprit, .hangingEffects, .onlyLane:
      guard let id = worker.guilty?.lane, let lane = lanes[id] else { return nil }
      return (lane.card, worker.guilty?.effect(of: id))
    case .hanging, .misfit, .someEffect, .nobody, nil:
      return nil
    }
  }
}
