package import PandoWire

extension LaneMachine {
  /// The worker answered for one action.
  package mutating func receive(
    _ result: consuming HostedResult, _ answered: Epoch, _ sequence: SequenceNumber,
    _ directives: inout [LaneDirective]
  ) {
    guard phase == .open else { return }
    guard answered <= epoch else {
      return directives.append(.refuse(reason: "it answered in an epoch that has not begun"))
    }
    guard sequence >= first else { return }
    let index = sequence.distance(from: first)
    guard index < slots.count, let isAnswer = slots[index].isAnswer(answered) else {
      // An answer to a squashed dispatch may still come; one to nothing at all may not.
      if answered >= epoch {
        directives.append(
          .refuse(reason: "it answered action \(sequence.rawValue), which was not dispatched"))
      }
      return
    }
    guard isAnswer else { return }
    guard result.patchBytes <= WireLimits.standard.maximumBytes else {
      directives.append(
        .refuse(reason: "its answer to action \(sequence.rawValue) is larger than any state"))
      return
    }
    noteAnswer(ofBytes: result.heldBytes)
    if isOnTrial { return receiveOnTrial(at: index, &directives) }
    if !isUnanswered(index) {
      directives.append(.refuse(reason: "it answered action \(sequence.rawValue) twice"))
    } else if index == 0 {
      setHead(result)
    } else if keepsAnswer(ofBytes: result.heldBytes) {
      slots.answer(index, with: result)
    } else {
      // Reduced once more when those before it have committed: the guess, which has grown with it, leaves no
      // room for it until then.
      squash(from: index, .unchanged, &directives)
    }
    if carefulCount > 0 { dispatch(&directives) }
  }

  /// Returns whether there is room for an answer behind that of the oldest action.
  func keepsAnswer(ofBytes count: Int) -> Bool {
    slots.answerBytes + count <= Self.keptBytesAtMost
  }

  /// Learns how long the next answer is likely to be.
  @inline(__always)
  mutating func noteAnswer(ofBytes count: Int) {
    answerBytes = max(count, answerBytes - answerBytes / 8 - 1, 0)
  }

  /// Returns whether an answer is for the oldest action, and may commit as it is read.
  ///
  /// Mutating, though it changes nothing: a machine that another module only reads is lent as a copy of its
  /// 288 bytes, which an action would pay for.
  @inline(__always)
  package mutating func mayApply(_ answered: Epoch, _ sequence: SequenceNumber) -> Bool {
    // A machine that is held has questions about its answers.
    sequence == first && phase == .open && !isHeadReady && !isHeld && dispatchedCount > 0
      && slots[0].dispatched == answered
  }

  /// Reads the answer for the oldest action, of which `mayApply(_:_:)` is true, and applies it to the base
  /// as it is read. Then the action may commit, as after `receive` and `patchBase`.
  ///
  /// - Returns: False where the answer brings more than one change, or does not fit: then nothing is read,
  ///   and nothing has changed.
  package mutating func applyAnswer(_ reader: inout WireReader) -> Bool {
    guard let applied = HostedResult.apply(reading: &reader, to: &base) else { return false }
    noteAnswer(ofBytes: applied.byteCount)
    if applied.isChange { baseVersion &+= 1 }
    setHead(applied)
    return true
  }

  /// Forgets the answer for the oldest action, which cannot be used: it is not to be applied to a base that was
  /// restored. The worker that gave it is to be given up.
  package mutating func withdrawAnswer() {
    clearHead()
  }

  /// Applies the oldest result to the base, so that the driver can decode the child's new state.
  ///
  /// Nothing else changes: `committed` follows when the action has committed. Call it once for
  /// each head.
  ///
  /// - Returns: Whether that changed anything.
  package mutating func patchBase() throws(WireError) -> Bool {
    if isHeadApplied { return headChangesState }
    guard isHeadReady, slots[answerAt: 0].changesState else { return false }
    try slots[answerAt: 0].patch.apply(to: &base)
    baseVersion &+= 1
    return true
  }

  /// Puts back the encoded committed state after a patch could not be used.
  ///
  /// - Parameter isEncodedAnew: True if these need not be the bytes that were there before.
  package mutating func restoreBase(_ bytes: [UInt8], isEncodedAnew: Bool = false) {
    base = bytes
    baseVersion &+= 1
    isBaseEncodedAnew = isEncodedAnew
  }

  /// The oldest action committed with its result.
  package mutating func commitHead(_ directives: inout [LaneDirective]) {
    precondition(isHeadReady, "an action commits only with its result")
    commitIsAwaited = commitIsAwaited || headAwaitsCommit
    untoldBytes += headPatchBytes
    openRefusals = 0
    popHead()
    if !limit.isCautious {
      dispatch(&directives)
    } else if slots.isEmpty {
      // Whether the parent rewrites the state is asked when the next action is dispatched.
      limit.grow()
    }
  }

  private mutating func popHead() {
    if dispatchedCount > 0 {
      dispatchedCount -= 1
      inFlightBytes -= slots[0].action.bytes.count
    }
    clearHead()
    slots.removeFirst()
    first = first.next
    if !slots.isEmpty, slots[0].isAnswered { noteHead() }
    if carefulCount > 0 {
      carefulCount -= 1
      updateHold()
    }
  }

  /// True if a `flush` is due: something waits for a commit, or the host remembers a lot.
  package var isFlushDue: Bool {
    phase == .open
      && (isFlushUrgent
        || first.previous.distance(from: acknowledged) >= Self.untoldCommitsAtMost)
  }

  /// True if the worker is to hear of the commits at once, and not with the next actions.
  package var isFlushUrgent: Bool {
    commitIsAwaited || untoldBytes >= Self.untoldBytesAtMost
  }

  mutating func rewrite(
    _ newBase: [UInt8], withLastCommit: Bool, _ directives: inout [LaneDirective]
  ) {
    let patch = Patch(from: base, to: newBase)
    base = newBase
    baseVersion &+= 1
    answerBytes = max(answerBytes, patch.byteCount)
    if !slots.isEmpty {
      limit.fall()
    }
    squash(from: 0, patch, holdingLast: withLastCommit, &directives)
    // A host that is given another state takes everything before it as committed.
    if phase == .open { acknowledged = first.previous }
    dispatch(&directives)
    reconsider(&directives)
  }

  mutating func commitByClient(
    _ commit: UntoldCommit, outcome: [UInt8], hadSlot: Bool, _ directives: inout [LaneDirective]
  ) {
    let patch = Patch(from: base, to: commit.base)
    base = commit.base
    squash(from: 0, patch, &directives)
    if hadSlot { slots.removeFirst() }
    if hadSlot, isHeld { noteRemoval(at: 0, &directives) }
    first = first.next
    if phase == .open {
      directives.append(.reduce(epoch, commit.sequence, commit.action))
      if commit.isCancelled { directives.append(.cancel(commit.sequence)) }
      flush(&directives)
    } else {
      untold.append(commit)
      wake(&directives)
      reconsider(&directives)
    }
    base = outcome
    baseVersion &+= 1
    limit.fall()
    epoch = epoch.next
    if phase == .open {
      // The worker should have come to the same state; what counts is the client's.
      directives.append(.rebase(epoch, from: first, .snapshot(outcome)))
    }
    dispatch(&directives)
  }
}
