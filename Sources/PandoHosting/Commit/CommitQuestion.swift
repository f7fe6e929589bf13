/// A decision about the action that is next to commit.
package enum CommitJudgement: Equatable {
  /// It has to wait for a worker, or for its turn in a lane.
  case waits
  /// Its lanes have answered; what they answered is to be looked at.
  case answered
  /// The child whose effect sent it has gone.
  case isDropped
  /// No worker can reduce it.
  case fails(CommitFailure)
  /// It commits when its lanes are ready: it is to wait beside the buffer.
  case movesBeside
  /// A lane goes on in the client's process; then the question is to be asked again.
  case goesOnInProcess
}

/// The reason for which an action commits without effect.
package enum CommitFailure: Equatable {
  /// A hosted feature that it is for cannot be reached.
  case unhosted
  /// The effects that it would start have ended too many workers.
  case effectsCrashed
  /// A lane that it is for has condemned it.
  case isCondemned
}

/// The standing of one lane with regard to the action that is next to commit.
package enum LaneReadiness: Equatable {
  /// The lane's child lives in the client's process.
  case isInProcess
  /// An earlier action of the lane has yet to commit.
  case isNotItsTurn
  case isUnanswered
  case hasAnswered
  /// No worker can reduce it. If the lane falls back, its child goes on in the client's process.
  case isCondemned(fallsBack: Bool)
}

/// The question whether an action may commit, and its answer: what is known of the action, then of each of its lanes.
package struct CommitQuestion {
  private var judgement: CommitJudgement

  /// - Parameters:
  ///   - isSenderGone: Whether the child whose effect sent it has gone.
  ///   - failure: Why it cannot be reduced, whatever its lanes say.
  ///   - isToMoveBeside: Whether it is queued, and all of its lanes commit when they are ready.
  package init(isSenderGone: Bool, failure: CommitFailure?, isToMoveBeside: Bool) {
    judgement =
      if isSenderGone {
        .isDropped
      } else if let failure {
        .fails(failure)
      } else if isToMoveBeside {
        .movesBeside
      } else {
        .answered
      }
    isDecided = judgement != .answered
  }

  /// True if the lanes need not be asked.
  package let isDecided: Bool

  /// Takes the standing of a lane into account.
  package mutating func add(_ readiness: LaneReadiness) {
    if isDecided { return }
    switch readiness {
    case .isInProcess, .hasAnswered: break
    case .isNotItsTurn, .isUnanswered: if judgement == .answered { judgement = .waits }
    case .isCondemned(fallsBack: true): judgement = .goesOnInProcess
    case .isCondemned(fallsBack: false):
      if judgement != .goesOnInProcess { judgement = .fails(.isCondemned) }
    }
  }

  /// The answer, once all lanes are taken into account.
  package var answer: CommitJudgement { judgement }
}
