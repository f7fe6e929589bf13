import DequeModule
import IssueReporting
import PandoHosting

extension StoreEngine: LaneDeskOwner {
  func isCommitting(_ lane: AnyLane) -> Bool {
    current.isFollowing && lane.hasCommittedHead && current.lanes.contains(lane)
  }

  func isHead(for lane: AnyLane) -> Bool {
    !commits.isQueueEmpty && commits.head.lanes.contains(lane)
  }

  func hasUncommitted(where condition: (AnyLane) -> Bool) -> Bool {
    if commits.besideCount > 0 { return desk.lanes.values.contains(where: condition) }
    return commits.find { $0.hasLane(where: condition) ? true : nil } ?? false
  }

  /// The action is the store's own: to decode what a worker did not survive may end this process too.
  func sent(
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

  func append(
    interruption action: any Sendable, of lane: AnyLane, _ tracker: ActionTracker, deaths: Int
  ) {
    guard let action = action as? Action else {
      preconditionFailure("a feature is told by an action of its store")
    }
    let pending = PendingAction(action: action, origin: lane.incarnation, tracker: tracker)
    pending.effectDeaths = UInt8(clamping: deaths)
    pending.trace = tracing?.beginOutside(action)
    append(pending)
  }

  func append(
    _ action: any Sendable, _ origin: Origin, of effects: RemoteEffects, _ ticket: EmitTicket
  ) {
    append(
      sent: PendingAction(
        action: typed(effects).embed(action), origin: effects.owner,
        hostOrigin: HostOrigin(lane: ticket.lane.id, origin: origin),
        tracker: ActionTracker(parent: effects.tracker), emit: ticket), ticket)
  }

  func dismiss(_ effects: RemoteEffects, _ ticket: EmitTicket) {
    guard let dismissal = typed(effects).dismissal else {
      if let root = dependencies.newest.rootDismissal {
        // It ends the effects, for which it takes the lock.
        afterUnlock { root.dismiss() }
      } else {
        report { reportIssue(DismissEffect.unpresented("in a worker")) }
      }
      return desk.settle(ticket)
    }
    append(
      sent: PendingAction(
        action: dismissal(), origin: effects.owner,
        tracker: ActionTracker(parent: effects.tracker), emit: ticket), ticket)
  }

  private func append(sent pending: PendingAction<Action>, _ ticket: EmitTicket) {
    if ticket.lane.traceOfSend != nil { trace(pending, ofSend: ticket.number, ticket.lane) }
    append(pending)
  }

  private func typed(_ effects: RemoteEffects) -> StoreRemoteEffects<Action> {
    // All effects of a store's desk were added by its engine, with its action type.
    unsafeDowncast(effects, to: StoreRemoteEffects<Action>.self)
  }
}
