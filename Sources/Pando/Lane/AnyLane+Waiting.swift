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

  /// Takes an action out of the lane; one of a lane whose actions commit as sent is its oldest.
  func withdraw(_ pending: AnyPendingAction) {
    if isAccepting {
      let index = options.order == .asSent ? 0 : waiting.lastIndex { $0 === pending }
      if let index {
        if !traces.isEmpty { noteWithdrawal(at: index) }
        handle(.withdraw(at: index))
      }
    }
    forget(pending)
  }
}
