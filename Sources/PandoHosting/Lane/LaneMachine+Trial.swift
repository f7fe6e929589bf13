extension LaneMachine {
  // MARK: - Losing a worker

  mutating func lose(
    _ end: LinkEnd, isAlone: Bool = true, _ directives: inout [LaneDirective]
  ) {
    switch phase {
    case .unplaced, .ended:
      break
    case .open:
      var makesSuspects = end.makesSuspects
      if makesSuspects, let index = firstUnanswered {
        makesSuspects = slots[index].record.note(end, onTrial: isOnTrial, isAlone: isAlone)
        if makesSuspects { carefulCount = slots.count }
      }
      unplace(mayRest: true, makesSuspects: makesSuspects, &directives)
    case .closing:
      phase = .ended
      directives.append(.ended)
    }
  }

  /// The worker hung in this lane, by its own word: no other action can be why.
  mutating func loseToHang(_ directives: inout [LaneDirective]) {
    if phase == .open, let index = firstUnanswered { slots[index].record.noteCertainty() }
    lose(.hung, &directives)
  }

  /// The worker crashed in this lane, by its last words: nothing else that it had is a suspect.
  mutating func loseToCrash(
    _ epoch: Epoch, _ sequence: SequenceNumber?, _ directives: inout [LaneDirective]
  ) {
    let index = if let sequence { unanswered(epoch, sequence) } else { firstUnanswered }
    // Of what an effect on the worker sent, and the worker reduced by itself, nothing is known here.
    guard phase == .open, let index else { return lose(.died, &directives) }
    slots[index].record.noteCertainty()
    slots[index].record.note(.died, onTrial: isOnTrial, isAlone: true)
    unplace(&directives)
  }

  /// The place of an action that is at the worker and has no answer.
  private func unanswered(_ epoch: Epoch, _ sequence: SequenceNumber) -> Int? {
    let index = sequence.distance(from: first)
    guard (0..<dispatchedCount).contains(index), slots[index].dispatched == epoch else {
      return nil
    }
    return isUnanswered(index) ? index : nil
  }

  /// The worker cannot host the lane: because of the first action that it has not answered, or from the
  /// beginning.
  mutating func fail(_ directives: inout [LaneDirective]) {
    guard phase == .open else { return lose(.left, &directives) }
    if let index = firstUnanswered {
      slots[index].record.noteRefusal()
    } else {
      openRefusals += 1
      isUnhostable = openRefusals >= 2
    }
    unplace(&directives)
  }

  /// The oldest action has an answer that cannot be used: it counts as refused.
  mutating func loseToMisfit(_ directives: inout [LaneDirective]) {
    guard phase == .open, !slots.isEmpty else { return lose(.left, &directives) }
    slots[0].record.noteRefusal()
    unplace(&directives)
  }

  /// The first action at the worker that has no answer.
  private var firstUnanswered: Int? {
    for index in 0..<dispatchedCount where isUnanswered(index) { return index }
    return nil
  }

  /// True if something is at the worker that it has not answered.
  package var owesAnswer: Bool { phase == .open && firstUnanswered != nil }

  /// Returns whether an action is at the worker, as it was dispatched in an epoch, and has no answer.
  package func owesAnswer(_ epoch: Epoch, _ sequence: SequenceNumber) -> Bool {
    phase == .open && unanswered(epoch, sequence) != nil
  }

  func isUnanswered(_ index: Int) -> Bool {
    !slots[index].isAnswered && (index > 0 || !isHeadReady)
  }

  private mutating func unplace(
    mayRest: Bool = false, makesSuspects: Bool = false, _ directives: inout [LaneDirective]
  ) {
    letGo()
    selfDispatches = !makesSuspects
    if isUnhostable { return }
    if mayRest, slots.isEmpty { isResting = true } else { askForPlace(&directives) }
  }

  /// Forgets what only the worker had.
  mutating func letGo() {
    forgetDispatches()
    epoch = epoch.next
    commitIsAwaited = false
    phase = .unplaced
  }

  /// Asks for a place if the lane rests.
  mutating func wake(_ directives: inout [LaneDirective]) {
    if isResting { askForPlace(&directives) }
  }

  private mutating func askForPlace(_ directives: inout [LaneDirective]) {
    isResting = false
    wantedPlace = hasSuspect ? .quarantine : .shared
    directives.append(.place(wantedPlace))
  }

  /// No worker hosts the feature. The effects of what the client reduced meanwhile never start.
  mutating func noteUnhostable() {
    guard phase == .unplaced else { return }
    isUnhostable = true
    untold = []
  }

  /// The child has another state: what no worker could host may be hosted now.
  mutating func reconsider(_ directives: inout [LaneDirective]) {
    guard isUnhostable, phase == .unplaced else { return }
    isUnhostable = false
    openRefusals = 0
    askForPlace(&directives)
  }

  // MARK: - Trials

  /// True if an action must be reduced alone, and can be: nothing is reduced behind one that is
  /// condemned.
  package var hasSuspect: Bool {
    for index in 0..<slots.count {
      if slots[index].record.isCondemned { return false }
      if slots[index].record.needsTrial { return true }
    }
    return false
  }

  /// Returns whether a slot must not be dispatched: its action is condemned, or it lies behind the
  /// suspect of a trial.
  func holdsBack(at index: Int) -> Bool {
    if slots[index].record.isCondemned { return true }
    for earlier in 0..<Swift.min(carefulCount, dispatchedCount) where isUnanswered(earlier) {
      return true
    }
    return isOnTrial && slots.contains(below: index) { $0.record.needsTrial }
  }

  /// The worker of a trial answered. Nothing commits from a trial: a suspect that was survived is reduced
  /// once more among the others, and so is what lay before it.
  mutating func receiveOnTrial(at index: Int, _ directives: inout [LaneDirective]) {
    guard isUnanswered(index) else {
      let sequence = first.advanced(by: index).rawValue
      return directives.append(.refuse(reason: "it answered action \(sequence) twice"))
    }
    slots.answer(index, with: HostedResult())
    if slots[index].record.needsTrial {
      slots[index].record.noteSurvival()
      leave(&directives)
    } else {
      dispatch(&directives)
    }
  }

  /// A slot was taken out: there may be nothing to hold back for, or to try.
  mutating func noteRemoval(at index: Int, _ directives: inout [LaneDirective]) {
    if index < carefulCount { carefulCount -= 1 }
    // A suspect may have lain behind a condemned action.
    if phase == .open, isOnTrial != hasSuspect { return leave(&directives) }
    updateHold()
  }

  mutating func updateHold() {
    isHeld =
      isOnTrial || carefulCount > 0
      || slots.contains(below: slots.count) { $0.record.isCondemned }
  }

  /// Lets go of a worker that lives.
  mutating func leave(_ directives: inout [LaneDirective]) {
    directives.append(.leave)
    unplace(&directives)
  }
}
