import DequeModule
import PandoHosting

// The actions of a lane that commit when they are ready, in the order of its slots.
extension AnyLane {
  /// Returns whether an action is the oldest that the lane has.
  func isFirst(_ pending: AnyPendingAction) -> Bool {
    options.order == .asSent || waiting.first === pending
  }

  /// Returns how far the lane is with an action that is next to commit.
  func readiness(for pending: AnyPendingAction) -> LaneReadiness {
    if isInProcess { return .isInProcess }
    guard isFirst(pending) else { return .isNotItsTurn }
    if machine.isHeadCondemned { return .isCondemned(fallsBack: options.fallsBackToProcess) }
    return machine.isHeadReady ? .hasAnswered : .isUnanswered
  }

  /// Notes an action that has its place among the lane's slots; nil is the last.
  func note(_ pending: AnyPendingAction, at index: Int?) {
    guard options.order == .asReady else { return }
    waiting.insert(pending, at: index ?? waiting.count)
  }

  /// Forgets an action whose slot is gone.
  func forget(_ pending: AnyPendingAction) {
    guard !waiting.isEmpty, let index = waiting.firstIndex(where: { $0 === pending }) else {
      return
    }
    waiting.remove(at: index)
  }

  /// The number of slots that belong to an action which has committed: it is in no list any more.
  var committedSlotCount: Int { head == .wasReducedByClient ? 1 : 0 }

  /// Takes an action out of the lane; one of a lane whose actions commit as sent is its oldest.
  func withdraw(_ pending: AnyPendingAction) {
    if isAccepting {
      let index =
        options.order == .asSent
        ? 0 : waiting.lastIndex { $0 === pending }.map { $0 + committedSlotCount }
      if let index {
        if !traces.isEmpty { noteWithdrawal(at: index) }
        handle(.withdraw(at: index))
      }
    }
    forget(pending)
  }

  /// Sees to it that an action which has committed has no slot any more. It has one where the tree did not come to the
  /// hosted feature, or the child that the client reduced it for was not there in the end.
  @inline(never)
  func leaveSlot() {
    switch head {
    case .isDue, .wasReducedByClient: withdrawHead()
    case .hasCommitted, .hasLeft: break
    }
  }

  /// Has the worker reduce anew, on the base that was put back, what it has answered, as the answer is one to other
  /// bytes. To be called where nothing else that follows tells the worker of the base.
  func tellRestoredBase() {
    guard machine.isBaseEncodedAnew, machine.isHeadReady else { return }
    handle(.rewritten(machine.base, withLastCommit: false))
  }

  /// Takes the action that commits out of its slot, with what its answer would have brought.
  func withdrawHead() {
    head = .hasLeft
    guard isAccepting else { return }
    if !isInProcess { unprepareHead() }
    if !traces.isEmpty { noteWithdrawal(at: 0, reason: "it did not come to the child") }
    handle(.withdraw(at: 0))
  }
}
