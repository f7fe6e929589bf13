import PandoWire

extension LaneMachine {
  /// `accept` behind all others, which is what nearly every action does. Returns the epoch and the
  /// number under which the action is to be dispatched now; nil when it waits. A lane that rests is to be
  /// woken then.
  package mutating func append(_ action: HostedAction) -> (Epoch, SequenceNumber)? {
    precondition(phase == .unplaced || phase == .open, "a lane that is closing accepts nothing")
    let index = slots.count
    guard phase == .open, dispatchedCount == index, index < limit.value, !isHeld,
      hasRoom(for: action)
    else {
      slots.append(Slot(action: action))
      return nil
    }
    slots.append(Slot(action: action, dispatched: epoch))
    dispatchedCount = index + 1
    inFlightBytes += action.bytes.count
    return (epoch, first.advanced(by: index))
  }

  /// Returns whether the action's bytes and its likely answer fit the window, and the answer what is kept,
  /// which one action always does.
  @inline(__always)
  func hasRoom(for action: HostedAction) -> Bool {
    dispatchedCount == 0
      || inFlightBytes + action.bytes.count + (dispatchedCount + 1) * answerBytes
        <= Self.windowBytes
        && slots.answerBytes + answerBytes <= Self.keptBytesAtMost
  }

  mutating func accept(
    _ action: HostedAction, at index: Int?, _ directives: inout [LaneDirective]
  ) {
    precondition(phase == .unplaced || phase == .open, "a lane that is closing accepts nothing")
    guard let index, index < slots.count else {
      if let (epoch, sequence) = append(action) {
        directives.append(.reduce(epoch, sequence, action))
      }
      return wake(&directives)
    }
    if index < dispatchedCount {
      squash(from: index, .unchanged, &directives)
      limit.fall()
    }
    slots.insert(Slot(action: action), at: index)
    if index < carefulCount { carefulCount += 1 }
    dispatch(&directives)
  }

  mutating func withdraw(at index: Int, _ directives: inout [LaneDirective]) {
    precondition(0..<slots.count ~= index, "only an accepted action can be withdrawn")
    if index < dispatchedCount {
      squash(from: index, .unchanged, &directives)
    }
    slots.remove(at: index)
    if isHeld { noteRemoval(at: index, &directives) }
    dispatch(&directives)
  }

  mutating func placed(_ directives: inout [LaneDirective]) {
    precondition(phase == .unplaced, "a lane has one worker at a time")
    phase = .open
    isUnhostable = false
    isOnTrial = wantedPlace == .quarantine
    isHeld = isHeld || isOnTrial
    // The suspect may have been withdrawn meanwhile.
    if isOnTrial, !hasSuspect { return leave(&directives) }
    acknowledged = first.previous
    refusedSend = 0
    isBaseEncodedAnew = false
    if untold.isEmpty {
      directives.append(.open(epoch, first, snapshot: base))
    } else {
      tellCommits(&directives)
    }
    dispatch(&directives)
  }

  /// Opens the lane at the oldest action that the client reduced while no worker had the lane, and has
  /// the worker reduce each of them, for its effects.
  private mutating func tellCommits(_ directives: inout [LaneDirective]) {
    for (index, commit) in untold.enumerated() {
      if index == 0 {
        directives.append(.open(epoch, commit.sequence, snapshot: commit.base))
      } else {
        epoch = epoch.next
        directives.append(.rebase(epoch, from: commit.sequence, .snapshot(commit.base)))
      }
      directives.append(.reduce(epoch, commit.sequence, commit.action))
      if commit.isCancelled { directives.append(.cancel(commit.sequence)) }
      directives.append(.commit(through: commit.sequence))
    }
    untold = []
    epoch = epoch.next
    directives.append(.rebase(epoch, from: first, .snapshot(base)))
  }

  /// Sends what the limit allows to a worker that has the lane.
  mutating func dispatch(_ directives: inout [LaneDirective]) {
    guard phase == .open else { return }
    // Nothing that a trial answers is kept, nor commits and makes room: it has to come to its suspect.
    while dispatchedCount < slots.count,
      isOnTrial
        || (dispatchedCount < limit.value && hasRoom(for: slots[dispatchedCount].action))
    {
      if isHeld, holdsBack(at: dispatchedCount) { return }
      slots[dispatchedCount].dispatched = epoch
      let sequence = first.advanced(by: dispatchedCount)
      directives.append(.reduce(epoch, sequence, slots[dispatchedCount].action))
      inFlightBytes += slots[dispatchedCount].action.bytes.count
      dispatchedCount += 1
    }
  }

  /// Throws away what was speculated from the slot at `index` on, and gives the worker a new base
  /// for it: `patch`, on the state before that slot. For the oldest action that makes it `base`.
  mutating func squash(
    from index: Int, _ patch: Patch, holdingLast: Bool = false,
    _ directives: inout [LaneDirective]
  ) {
    for index in index..<Swift.max(index, dispatchedCount) {
      slots[index].dispatched = nil
      inFlightBytes -= slots[index].action.bytes.count
      slots.forgetAnswer(index)
    }
    if index == 0 { clearHead() }
    dispatchedCount = Swift.min(dispatchedCount, index)
    epoch = epoch.next
    guard phase == .open else { return }
    // The host counts a patch from the commits it has heard of, so they go first.
    flush(holdingLast: holdingLast, &directives)
    var patch = patch
    if index == 0, isBaseEncodedAnew {
      // No patch fits bytes that may be others.
      patch = .snapshot(base)
      isBaseEncodedAnew = false
    }
    directives.append(.rebase(epoch, from: first.advanced(by: index), patch))
  }

  /// Tells the worker of all commits it has not heard of, or of all but the last.
  mutating func flush(holdingLast: Bool = false, _ directives: inout [LaneDirective]) {
    commitIsAwaited = false
    untoldBytes = 0
    let committed = holdingLast ? first.previous.previous : first.previous
    guard phase == .open, acknowledged < committed else { return }
    acknowledged = committed
    directives.append(.commit(through: acknowledged))
  }

  /// Tells the worker of all commits but the last, which is as due as it was.
  mutating func flushAllButLast(_ directives: inout [LaneDirective]) {
    let (isAwaited, byteCount) = (commitIsAwaited, untoldBytes)
    flush(holdingLast: true, &directives)
    if phase == .open, acknowledged < first.previous {
      (commitIsAwaited, untoldBytes) = (isAwaited, byteCount)
    }
  }
}
