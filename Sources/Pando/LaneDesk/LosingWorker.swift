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
    /// It ended by the only lane that it ever had, which had effects to run and nothing to reduce.
    case onlyLane(LaneID)
    /// Some effect that ran there does not end.
    case someEffect
    /// No code of this store.
    case nobody

    var lane: LaneID? {
      switch self {
      case .hanging(let lane), .misfit(let lane), .onlyLane(let lane): lane
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
  /// Why it was lost, for people.
  let reason: String
  /// Nil where all that ran are suspects.
  let guilty: Guilty?

  /// A worker that ended in this way, with what it had said until then and the lanes of the store.
  init(
    _ name: String, _ end: LinkEnd, reason: String, _ outbox: LinkOutbox?,
    _ lanes: [LaneID: AnyLane]
  ) {
    let (end, reason) = outbox?.effectHang.map { (LinkEnd.hung, $0) } ?? (end, reason)
    (self.name, self.end, self.reason) = (name, end, reason)
    guilty = outbox.flatMap { LostWork(outbox: $0, lanes: lanes).guilty(of: end) }
  }

  /// Returns whether it is known to have ended by code of a lane.
  func blames(_ lane: LaneID) -> Bool { guilty?.includes(lane) == true }

  /// The lanes by whose effects it is known to have ended.
  var guiltyEffects: Set<LaneID> {
    switch guilty {
    case .culprit(.effect(let lane, _)): [lane]
    case .hangingEffects(let names): Set(names.keys)
    case .onlyLane(let lane): [lane]
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

/// The work that a worker had when it was lost.
private struct LostWork {
  let outbox: LinkOutbox
  let lanes: [LaneID: AnyLane]

  /// Returns by whom the worker ended; nil where all that it ran are suspects. What it says is believed where the lane that
  /// it accuses had that to run there: else a worker could keep what ends it from being found.
  func guilty(of end: LinkEnd) -> LosingWorker.Guilty? {
    if let lane = outbox.hangingLane, isAtWork(lane) { return .hanging(lane) }
    if outbox.effectHang != nil {
      // Those of lanes that have left are known to be why, too.
      let certain = outbox.certainHangs
      if certain.isEmpty { return .someEffect }
      return .hangingEffects(
        certain.filter { runsEffects($0.key) }.mapValues(\.effect.printable))
    }
    switch end {
    case .refused: return outbox.misfitLane.map { .misfit($0) }
    case .crashed(let culprit): return isAtWork(culprit) ? .culprit(culprit) : nil
    case .left: return .nobody
    case .died, .hung, .overran: return outbox.link.hasOneLane ? onlyLane : nil
    case .killed: return nil
    }
  }

  /// The only lane of the worker, where it can only have ended by an effect of that.
  private var onlyLane: LosingWorker.Guilty? {
    let lane = lanes.first { $0.value.isSaid(by: outbox) }?.key
    return lane.flatMap { runsEffects($0) && !isAtWork($0) ? .onlyLane($0) : nil }
  }

  private func isAtWork(_ culprit: Culprit) -> Bool {
    switch culprit {
    case .action(let lane, let epoch, let sequence?):
      mayRun(lane) { $0.machine.owesAnswer(epoch, sequence) }
    case .action(let lane, _, nil): isAtWork(lane)
    case .effect(let lane, _): runsEffects(lane)
    }
  }

  /// Returns whether it had something to reduce for a lane.
  private func isAtWork(_ lane: LaneID) -> Bool { mayRun(lane) { $0.machine.owesAnswer } }

  /// Returns whether it had effects of a lane to run.
  private func runsEffects(_ lane: LaneID) -> Bool { mayRun(lane) { !$0.runningSequences.isEmpty } }

  /// Returns whether it had a lane of which a condition holds, or whose child has gone: it may still be at an action, or an
  /// effect, of that.
  private func mayRun(_ id: LaneID, _ condition: (AnyLane) -> Bool) -> Bool {
    guard let lane = lanes[id], lane.isSaid(by: outbox) else { return false }
    return lane.machine.phase == .closing || condition(lane)
  }
}
