import PandoWire

/// The client side of one hosted incarnation: which actions are in flight, what the worker's state is
/// based on, and what has to be said to the worker.
///
/// Pure: it holds bytes and numbers; events go in through `handle(_:_:)`, directives come out.
package struct LaneMachine: ~Copyable {
  package enum Phase: Equatable {
    /// No worker has it; what is accepted waits.
    case unplaced
    case open
    /// `close` is on its way.
    case closing
    case ended
  }

  package internal(set) var phase: Phase = .unplaced
  package internal(set) var epoch = Epoch.first
  package internal(set) var limit: SpeculationLimit

  /// The child's encoded state as of the last commit, as far as the lane was told.
  package internal(set) var base: [UInt8]

  /// Grows whenever `base` changes.
  package internal(set) var baseVersion: UInt64 = 0

  /// The number of `slots[0]`: everything before it has committed.
  package internal(set) var first = SequenceNumber.first

  @usableFromInline var slots = SlotQueue()
  /// The number of slots, from the first, that are at the worker.
  var dispatchedCount = 0
  /// The last commit that the worker has been told of.
  var acknowledged = SequenceNumber.first.previous
  var commitIsAwaited = false
  /// True if `base` was put back and encoded anew, so that its bytes may differ from those that the worker has: the
  /// worker is told of all of it before it reduces anything behind it.
  package internal(set) var isBaseEncodedAnew = false

  /// True if some dispatch may have to be held back: an action is condemned, the lane is on trial,
  /// or actions are dispatched one at a time.
  var isHeld = false
  /// The number of actions, from the oldest, that are dispatched one at a time, since a worker
  /// ended while it had them: it may have reduced some whose answers it could not send any more,
  /// and the next to end shall tell at which one.
  var carefulCount = 0
  /// True if the worker that has the lane is to reduce a suspect, and nothing else.
  package internal(set) var isOnTrial = false
  /// Where the lane waits to be placed.
  var wantedPlace = LanePlace.shared
  /// The number of workers in a row that could not open the lane.
  var openRefusals = 0
  /// True if the lane lost its worker and has asked for no other, since there is nothing to do: the next
  /// action asks. A store that loses a worker with many lanes places those alone that somebody waits for.
  package internal(set) var isResting = false
  /// True if no worker hosts the feature, so that actions commit without effect.
  package internal(set) var isUnhostable = false

  /// False if the worker before was lost in a way that makes suspects: what a host dispatches by itself is
  /// not known here when it kills its worker, so the next one does not.
  package internal(set) var selfDispatches = true
  /// The last send of an effect, by its number, whose self-dispatch was not taken.
  var refusedSend: UInt64 = 0

  /// The number of bytes of actions that are at the worker.
  var inFlightBytes = 0
  /// The likely length of an answer, in bytes: begins with the size of the state, falls with
  /// shorter ones.
  var answerBytes: Int

  /// The number of bytes that a lane may have under way, actions and their likely answers.
  package static let windowBytes = 16 << 20
  /// The number of bytes of answers that a lane keeps behind its oldest action. The window guesses how long
  /// answers will be, and they may be longer.
  static let keptBytesAtMost = 4 * windowBytes
  /// The number of bytes of answers that may stay untold when no effect waits for their commit.
  static let untoldBytesAtMost = 1 << 20
  /// The number of bytes of answers that have committed untold.
  var untoldBytes = 0

  /// An action that the client reduced while no worker had the lane.
  struct UntoldCommit {
    let sequence: SequenceNumber
    let action: HostedAction
    /// The state that it was reduced on.
    let base: [UInt8]
    /// True if none of its effects are to start.
    let isCancelled: Bool
  }

  /// The actions that the next worker is told first. The actions behind wait for a worker, so there
  /// is one at most in a store.
  var untold: [UntoldCommit] = []

  /// The number of commits that may stay untold when no effect waits for them: bounds what the host
  /// remembers.
  static let untoldCommitsAtMost = 64

  package init(base: [UInt8], window: Int) {
    self.base = base
    answerBytes = base.count
    limit = SpeculationLimit(window: window)
  }

  /// The number of actions that have been accepted and not committed.
  @inlinable package var count: Int { slots.count }

  /// The number of actions that are at the worker.
  package var inFlightCount: Int { dispatchedCount }

  /// The answer for the oldest action, once it is there; nil too where it was applied as it was read.
  package var headResult: HostedResult? {
    isHeadReady && !isHeadApplied ? slots[answerAt: 0] : nil
  }

  /// True if the oldest action has its answer. Kept apart, as what is asked most often.
  package private(set) var isHeadReady = false

  /// True if that answer brings nothing but a patch.
  package private(set) var isHeadPlain = false

  /// True if that patch is in the base, and the answer was not kept.
  private(set) var isHeadApplied = false
  private(set) var headChangesState = false
  private(set) var headAwaitsCommit = false
  /// The number of bytes of that patch.
  private(set) var headPatchBytes = 0

  mutating func setHead(_ result: consuming HostedResult) {
    slots.answer(0, with: result)
    noteHead()
  }

  /// The oldest action is one that has its answer.
  mutating func noteHead() {
    isHeadReady = true
    isHeadPlain = slots[answerAt: 0].isPlain
    headAwaitsCommit = slots[answerAt: 0].awaitsCommit
    headPatchBytes = slots[answerAt: 0].patchBytes
  }

  mutating func setHead(_ applied: AppliedPatch) {
    isHeadReady = true
    isHeadPlain = true
    isHeadApplied = true
    headChangesState = applied.isChange
    headPatchBytes = applied.byteCount
  }

  mutating func clearHead() {
    guard isHeadReady else { return }
    if !isHeadApplied, !slots.isEmpty { slots.forgetAnswer(0) }
    isHeadReady = false
    isHeadPlain = false
    isHeadApplied = false
    headChangesState = false
    headAwaitsCommit = false
    headPatchBytes = 0
  }

  /// True if the oldest action is to commit without effect: no worker can reduce it.
  package var isHeadCondemned: Bool {
    // Of a condemned action the machine is always held.
    guard isUnhostable || isHeld, !slots.isEmpty else { return false }
    return isUnhostable || slots[0].record.isCondemned
  }

  /// The oldest action.
  package var headAction: HostedAction? { slots.isEmpty ? nil : slots[0].action }

  /// The record of the oldest action.
  package var headRecord: TrialRecord { slots.isEmpty ? TrialRecord() : slots[0].record }

  /// True if the driver must answer each commit with `kept` or `rewritten` before more is
  /// dispatched.
  package var isCautious: Bool { limit.isCautious && !slots.isEmpty }

  package mutating func handle(_ event: LaneEvent, _ directives: inout [LaneDirective]) {
    switch event {
    case .accept(let action, let index): accept(action, at: index, &directives)
    case .acceptSelfDispatched(let action, let number, let selfDispatch):
      accept(action, number, selfDispatch, &directives)
    case .refusedSelfDispatch(let number): refusedSend = number
    case .withdraw(let index): withdraw(at: index, &directives)
    case .placed: placed(&directives)
    case .kept:
      limit.grow()
      dispatch(&directives)
    case .rewritten(let newBase, let withLastCommit):
      rewrite(newBase, withLastCommit: withLastCommit, &directives)
    case .committedByClient(let action, let base, let outcome, let hadSlot, let isCancelled):
      let commit = UntoldCommit(
        sequence: first, action: action, base: base, isCancelled: isCancelled)
      commitByClient(commit, outcome: outcome, hadSlot: hadSlot, &directives)
    case .flush: flush(&directives)
    case .flushAllButLast: flushAllButLast(&directives)
    case .lost(let end): lose(end, &directives)
    case .lostAmongOthers(let end): lose(end, isAlone: false, &directives)
    case .hung: loseToHang(&directives)
    case .crashed(let epoch, let sequence): loseToCrash(epoch, sequence, &directives)
    case .failed: fail(&directives)
    case .misfit: loseToMisfit(&directives)
    case .move: move(&directives)
    case .woken: wake(&directives)
    case .unhostable: noteUnhostable()
    case .close(let withLastCommit): close(withLastCommit: withLastCommit, &directives)
    case .closed: closed(&directives)
    }
  }
}
