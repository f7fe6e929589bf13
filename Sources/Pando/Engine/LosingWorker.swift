import PandoHosting

/// A worker that lanes are about to lose, and what is known of why.
struct LosingWorker {
  /// The one of whom it is known that the worker ended by it.
  enum Guilty: Equatable {
    /// It hangs in this lane, by its own word.
    case hanging(LaneID)
    /// Its answer for this lane does not fit.
    case misfit(LaneID)
    case culprit(Culprit)
    /// Effects of these lanes do not end, by its own word. The names are theirs.
    case hangingEffects([LaneID: String])
    /// Some effect that ran there does not end.
    case someEffect
    /// No code of this store.
    case nobody

    var lane: LaneID? {
      switch self {
      case .hanging(let lane), .misfit(let lane): lane
      case .culprit(let culprit): culprit.lane
      case .hangingEffects(let names): names.keys.min { $0.rawValue < $1.rawValue }
      case .someEffect, .nobody: nil
      }
    }

    func includes(_ lane: LaneID) -> Bool {
      if case .hangingEffects(let names) = self { names[lane] != nil } else { self.lane == lane }
    }

    /// The name of the effect of a lane by which the worker ended.
    func effect(of lane: LaneID) -> String? {
      switch self {
      case .culprit(.effect(lane, let name)): name
      case .hangingEffects(let names): names[lane]
      default: nil
      }
    }
  }

  let name: String
  let end: LinkEnd
  /// Nil where all that ran are suspects.
  let guilty: Guilty?

  /// Returns whether it is known to have ended by code of a lane.
  func blames(_ lane: LaneID) -> Bool { guilty?.includes(lane) == true }

  /// The lanes by whose effects it is known to have ended.
  var guiltyEffects: Set<LaneID> {
    switch guilty {
    case .culprit(.effect(let lane, _)): [lane]
    case .hangingEffects(let names): Set(names.keys)
    default: []
    }
  }

  /// True if any effect that ran there may be why it ended.
  var suspectsEffects: Bool {
    switch guilty {
    case .someEffect: true
    case nil: end.makesSuspects
    default: false
    }
  }

  /// Returns what becomes of a lane: suspects are left where nobody is known to be guilty.
  func event(for lane: LaneID, otherwise event: LaneEvent) -> LaneEvent {
    switch guilty {
    case .hanging(lane): .hung
    case .misfit(lane): .misfit
    case .culprit(.action(lane, let epoch, let sequence)): .crashed(epoch, sequence)
    case .some: .lost(.left)
    case nil: event
    }
  }

  /// The part of a lane in it, to be added to what is told of the loss.
  func blame(of lane: LaneID) -> String {
    if let effect = guilty?.effect(of: lane) { return ", in its effect \(effect)" }
    if case .culprit(.action(lane, _, _)) = guilty { return ", in its reducer" }
    return ""
  }

  /// The loss as a lane meets it whose effects ran there.
  func loss(of lane: LaneID) -> HostedLoss {
    let isOpen = suspectsEffects && end != .killed
    return HostedLoss(
      worker: name, cause: HostedWorkerLoss.Cause(end),
      blame: blames(lane) ? .certain : isOpen ? .suspect : .innocent,
      effect: guilty?.effect(of: lane))
  }
}
