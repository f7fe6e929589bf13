package import PandoWire

/// The worker side of one hosted incarnation: runs ahead of the commits, and can go back to any of
/// them.
///
/// It keeps an encoded state from which on it may be asked to go back, and one patch for each action since; so going
/// back costs those patches, and memory follows what changed.
package struct HostMachine: ~Copyable {
  package private(set) var epoch: Epoch
  /// The number of the next action.
  package private(set) var next: SequenceNumber
  /// The number of times that the client changed the state behind actions that were reduced since the last time: these
  /// are reduced again, or later ones wait.
  package private(set) var rewriteCount: UInt64 = 0
  private var rewrittenNext: SequenceNumber?
  /// The encoded state after the last action reduced.
  package private(set) var latest: [UInt8]

  /// The last commit that it has heard of.
  private var committedThrough: SequenceNumber
  /// The encoded state after `baseThrough`, which is a commit.
  private var base: [UInt8]
  private var baseThrough: SequenceNumber
  /// The changes by the actions behind `baseThrough`, one patch each.
  private var held = PatchQueue()

  /// A state that becomes the base when it has committed, so that no patch before it is ever applied: while actions
  /// follow one another closely, there is never a moment without any in flight.
  private struct Checkpoint {
    let sequence: SequenceNumber
    let state: [UInt8]
  }

  private var checkpoint: Checkpoint?
  /// The size up to which a state is taken over as a whole.
  private static let sharedBytesAtMost = 1 << 10
  /// The number of patches from which on a checkpoint pays.
  private static let checkpointDistance = 32

  /// The sends that were dispatched here and that the client is not known to have taken: the last actions,
  /// oldest first.
  var unconfirmed: [UInt64] = []
  var limit = SelfDispatchLimit()
  /// True if the client lets the host dispatch what its effects send.
  let selfDispatches: Bool

  package init(
    epoch: Epoch, next: SequenceNumber, snapshot: [UInt8], selfDispatches: Bool = false
  ) {
    self.selfDispatches = selfDispatches
    self.epoch = epoch
    self.next = next
    latest = snapshot
    base = snapshot
    baseThrough = next.previous
    committedThrough = next.previous
  }

  /// The number of reduced actions that have not committed yet.
  package var heldCount: Int { next.distance(from: committedThrough) - 1 }

  /// The bytes of the states and patches that it keeps.
  package var byteCount: Int {
    latest.count + base.count + held.byteCount + (checkpoint?.state.count ?? 0)
  }

  package mutating func handle(_ event: HostEvent, _ directives: inout [HostDirective]) {
    switch event {
    case .commit(let sequence):
      commit(through: sequence, &directives)
    case .rebase(let epoch, let sequence, let patch):
      rebase(epoch, from: sequence, patch, &directives)
    case .selfDispatched(let number):
      noteSelfDispatch(number)
    case .dispatched(let epoch, let sequence):
      confirm(before: sequence, in: epoch, &directives)
    case .takenBack(let sequence):
      takeBack(from: sequence, &directives)
    }
  }

  // The events of every action, each a call of its own, without an event to build and a list of directives to walk.

  /// Returns whether an action that the client dispatched is the next one, and nothing is to be confirmed by it.
  package func takes(_ epoch: Epoch, _ sequence: SequenceNumber) -> Bool {
    sequence == next && epoch == self.epoch && unconfirmed.isEmpty
  }

  /// The client dispatched an action: why the machine refuses it, or nil for "reduce it".
  package func refusal(_ epoch: Epoch, _ sequence: SequenceNumber) -> String? {
    if epoch == self.epoch, sequence == next { return nil }
    return """
      it dispatched action \(sequence.rawValue) in epoch \(epoch.rawValue), where action \
      \(next.rawValue) in epoch \(self.epoch.rawValue) is next
      """
  }

  /// The reducer ran for the action just dispatched and left this state, encoded: what to answer.
  package mutating func reduced(_ encoded: UnsafeRawBufferPointer) -> (SequenceNumber, Patch) {
    let patch = unsafe latest.withUnsafeBytes { unsafe Patch.make($0, encoded) }
    if encoded.count != latest.count {
      latest = unsafe [UInt8](copying: encoded)
    } else if patch != .unchanged {
      unsafe latest.withUnsafeMutableBytes { unsafe $0.copyMemory(from: encoded) }
    }
    return (hold(patch), patch)
  }

  /// The same, where the state is as long as before and a few bytes of it changed. Returns their range, which is empty
  /// where none did; nil where the change is another, and then nothing was done.
  package mutating func reducedInPlace(_ encoded: UnsafeRawBufferPointer) -> Range<Int>? {
    guard encoded.count == latest.count else { return nil }
    let changed = unsafe latest.withUnsafeBytes { unsafe $0.rangeOfDifference(from: encoded) }
    if changed.count > Self.bytesInPlaceAtMost { return nil }
    let new = unsafe UnsafeRawBufferPointer(rebasing: encoded[changed])
    if !changed.isEmpty {
      unsafe latest.withUnsafeMutableBytes { latest in
        if let start = latest.baseAddress { unsafe (start + changed.lowerBound).copyFew(new) }
      }
    }
    unsafe held.append(overwriting: changed.lowerBound, by: new)
    noteHeld()
    return changed
  }

  /// The length up to which bytes are worth no search for those among them that stayed.
  private static let bytesInPlaceAtMost = 16

  /// The same, where nothing is to be told but the change: appends the result to a message.
  package mutating func reduced(
    _ encoded: UnsafeRawBufferPointer, into writer: inout WireWriter
  ) {
    let start = HostedResult.beginPlain(&writer)
    let isChange = unsafe latest.withUnsafeBytes {
      unsafe Patch.write(from: $0, to: encoded, into: &writer)
    }
    if encoded.count != latest.count {
      latest = unsafe [UInt8](copying: encoded)
    } else if isChange {
      unsafe latest.withUnsafeMutableBytes { unsafe $0.copyMemory(from: encoded) }
    }
    unsafe writer.withBytes { unsafe held.append(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    noteHeld()
  }

  /// The reducer ran for the action just dispatched, and changed `latest` like this: its number.
  package mutating func reduced(by patch: Patch) throws(WireError) -> SequenceNumber {
    try patch.apply(to: &latest)
    return hold(patch)
  }

  /// The action just dispatched came from an incarnation that has gone.
  package mutating func dropped() -> SequenceNumber { hold(.unchanged) }

  private mutating func hold(_ patch: Patch) -> SequenceNumber {
    held.append(patch)
    defer { noteHeld() }
    return next
  }

  @inline(__always)
  private mutating func noteHeld() {
    if checkpoint == nil, held.count >= Self.checkpointDistance { makeCheckpoint() }
    next = next.next
  }

  @inline(never)
  private mutating func makeCheckpoint() {
    guard latest.count <= Self.sharedBytesAtMost else { return }
    checkpoint = Checkpoint(sequence: next, state: latest)
    held.mark()
  }

  private mutating func commit(
    through sequence: SequenceNumber, _ directives: inout [HostDirective]
  ) {
    guard sequence < next else {
      directives.append(
        .refuse(reason: "it committed action \(sequence.rawValue), which was never answered"))
      return
    }
    confirm(through: sequence)
    if sequence > committedThrough {
      committedThrough = sequence
      followCommits()
    }
    directives.append(.start(through: sequence))
  }

  /// Moves the base up to the last commit, or leaves it behind while a checkpoint is to come: then nothing is applied.
  private mutating func followCommits() {
    let isSmall = latest.count <= Self.sharedBytesAtMost
    // Two that share their memory have the next change copy all of it.
    if isSmall, committedThrough == next.previous {
      (base, baseThrough) = (latest, committedThrough)
      held.removeAll()
      checkpoint = nil
      return
    }
    takeCheckpoint(through: committedThrough)
    if isSmall || checkpoint != nil { return }
    moveBase(to: committedThrough)
  }

  /// Makes the checkpoint the base, if it is no later than a commit.
  private mutating func takeCheckpoint(through sequence: SequenceNumber) {
    guard let checkpoint, checkpoint.sequence <= sequence else { return }
    (base, baseThrough) = (checkpoint.state, checkpoint.sequence)
    held.removeMarked()
    self.checkpoint = nil
  }

  /// Moves the base to an action that has committed.
  private mutating func moveBase(to sequence: SequenceNumber) {
    do {
      while baseThrough < sequence {
        try held.applyFirst(to: &base)
        baseThrough = baseThrough.next
      }
    } catch {
      preconditionFailure("a host's own patch fits the state it was made from: \(error)")
    }
  }

  private mutating func rebase(
    _ newEpoch: Epoch, from sequence: SequenceNumber, _ patch: Patch,
    _ directives: inout [HostDirective]
  ) {
    guard newEpoch > epoch, sequence > committedThrough, sequence <= next else {
      directives.append(
        .refuse(reason: "it rebased action \(sequence.rawValue), which is not one in flight"))
      return
    }
    do {
      let isRewrite = patch != .unchanged
      if isRewrite {
        if next != rewrittenNext { rewriteCount &+= 1 }
        rewrittenNext = sequence
        committedThrough = sequence.previous
        takeCheckpoint(through: committedThrough)
        moveBase(to: committedThrough)
        try patch.apply(to: &base)
      }
      confirm(beforeRebaseFrom: sequence)
      try rebuildLatest(before: sequence)
      epoch = newEpoch
      directives.append(.squash(from: sequence))
      directives.append(.restore(latest))
      // After the restore: effects of children that the rewrite took away are not started.
      if isRewrite { directives.append(.start(through: sequence.previous)) }
    } catch {
      directives.append(.refuse(reason: "its rebase does not fit: \(error)"))
    }
  }

  /// Makes `latest` the state before an uncommitted action, which is the next one then.
  mutating func rebuildLatest(before sequence: SequenceNumber) throws(WireError) {
    if let checkpoint, checkpoint.sequence >= sequence { self.checkpoint = nil }
    held.removeAll(behind: sequence.distance(from: baseThrough) - 1)
    latest = base
    try held.apply(to: &latest)
    next = sequence
  }
}
