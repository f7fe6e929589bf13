import DequeModule
package import PandoHosting
import PandoWire

/// The client side of one hosted incarnation, whatever its types: drives a `LaneMachine`.
///
/// Guarded by the lock of the store that owns it.
package class AnyLane {
  package let id: LaneID
  unowned let incarnation: Incarnation
  unowned let driver: any LaneDriver
  let options: LaneOptions
  /// The lanes from which this one is kept apart, or with which it is kept together.
  let group: LaneGroup?

  var site: Int { options.site }
  var feature: any HostedFeature { options.feature }

  /// The lane's actions in the order of its slots, where they commit when they are ready.
  var waiting: Deque<AnyPendingAction> = []

  @exclusivity(unchecked)
  var machine: LaneMachine

  /// Counted for metrics alone.
  @exclusivity(unchecked)
  final var figures = LaneFigures()

  /// Notes answers of the worker, by their bytes.
  final func noteAnswers(byteCount: Int) {
    figures.answeredBytes &+= UInt64(truncatingIfNeeded: byteCount)
  }

  /// The messages for the worker that has the lane; nil while none has.
  @exclusivity(unchecked)
  final var outbox: LinkOutbox? {
    didSet { lentOutbox = outbox.map(Unmanaged.passUnretained) }
  }
  // The same, which `outbox` holds, without counting a reference for every action.
  private var lentOutbox: Unmanaged<LinkOutbox>?

  /// Lends what is to be said to the worker that has the lane, if one has.
  @inline(__always)
  final func withOutbox(_ body: (LinkOutbox) -> Void) {
    lentOutbox?._withUnsafeGuaranteedRef { body($0) }
  }

  var link: (any HostingLink)? { outbox?.link }

  /// Returns whether its messages go out by this box.
  func isSaid(by other: LinkOutbox) -> Bool {
    lentOutbox?.toOpaque() == Unmanaged.passUnretained(other).toOpaque()
  }

  /// The last action that an effect on the worker sent and that is settled here.
  var settled: UInt64 = 0
  var settledIsDue = false
  /// The last action that an effect on the worker sent.
  var emitted: UInt64 = 0
  /// The action that an effect on the worker has just sent, where the worker has reduced it.
  var offered: SelfDispatchOffer?
  /// True if the worker has said that it hosts the lane.
  var isOpened = false

  /// The worker says that it hosts the lane. Returns whether that is news.
  func noteOpened() -> Bool {
    defer { isOpened = true }
    return !isOpened
  }

  /// Counts the workers that had the lane: each counts what its effects send from 1.
  var life: UInt64 = 0

  /// The number of workers that it lost, that of those which its code is known to have ended, and what went wrong last, for
  /// people.
  var restartCount: UInt64 = 0
  var blameCount: UInt64 = 0
  var lastProblem: String?

  /// True if a place is kept for it at another worker, which it is to take once it runs no effects, and its
  /// worker is known not to hang in it.
  var isToMove = false
  /// True if its worker has answered for it since it is to move.
  var hasAnsweredSinceAsked = false

  /// The traced ones among its uncommitted actions, in their order.
  @exclusivity(unchecked)
  final var traces: [LaneTrace] = []
  /// The context that the worker has said for the next action that an effect there sends, with its number.
  var traceOfSend: (number: UInt64, TraceCarrier)?

  /// True if the lane is in its store's list of lanes that have something to say.
  var isMarked = false

  /// True if the machine waits to be told what became of the last commit.
  @exclusivity(unchecked)
  var awaitsReconciling = false {
    didSet { if awaitsReconciling != oldValue { noteWatched() } }
  }

  /// True while it is not shown what the commit makes of its state: its worker would take the commit as told.
  final var isShownLater = false

  /// The fate of the action that commits, or did so last.
  final var head = LaneHead.hasLeft

  /// True if the last action that was to commit with its result has done so. It has not where the
  /// client reduced it, or where it turned out to be for another lane.
  @inline(__always)
  final var hasCommittedHead: Bool { head == .hasCommitted }

  /// The number of follow-ups in the buffer that are for it.
  final var followUpCount = 0

  /// The actions whose effects run on the worker.
  var runningSequences: Set<SequenceNumber> = [] {
    didSet { noteWatched() }
  }

  /// The actions that the client reduced itself, and that the worker will still answer, each with the epoch in which
  /// it was given them; `Epoch(rawValue: 0)` until then. Another action may have had the number in an epoch before.
  @exclusivity(unchecked)
  var answersToCome: [SequenceNumber: Epoch] = [:]

  /// Notes that few lanes have; nil for the others.
  var trouble: LaneTrouble?

  /// True if the feature's policy let it go on in the client's process.
  @exclusivity(unchecked)
  var isInProcess = false

  /// True if effects were lost with their worker, and the feature is to be told once it has another.
  var hasLostEffects = false

  /// True if the feature is told of effects that it loses.
  var isToldOfLoss: Bool { isToldOfLostEffects || mounts }

  /// The reasons for which a change of the child's state by somebody else must be noticed at once.
  private(set) var watch = LaneWatch.none

  /// True if the next action to commit is for it, as the last one was.
  final var isNextInRun = false {
    didSet { noteWatched() }
  }

  /// Makes ``watch`` anew. To be called when something that it depends on has changed.
  final func noteWatched() {
    let isRunning = !runningSequences.isEmpty
    let watch = LaneWatch(
      due: awaitsReconciling || isNextInRun ? 1 : 0, running: isRunning ? 1 : 0,
      sharing: isRunning && holdsShared ? 1 : 0)
    guard watch != self.watch else { return }
    let change = watch - self.watch
    self.watch = watch
    // One that closes has left the tree with its incarnation, which may be no more.
    if isAccepting { incarnation.noteWatched(change) }
  }

  /// True if it has slots for actions: it has not been closed.
  ///
  /// By its cases: to compare values of another module's type takes a call for each.
  @inline(__always)
  final var isAccepting: Bool {
    switch machine.phase {
    case .unplaced, .open: true
    case .closing, .ended: false
    }
  }

  init(
    id: LaneID, incarnation: Incarnation, driver: any LaneDriver, options: LaneOptions,
    group: LaneGroup?, base: [UInt8]
  ) {
    self.options = options
    self.group = group
    self.id = id
    self.incarnation = incarnation
    self.driver = driver
    machine = LaneMachine(base: base, window: driver.window)
  }

  /// True if actions for it may be part of a run: they commit as sent, by its worker's answers, and
  /// no shared value makes its state change by itself.
  @inline(__always)
  final var takesRuns: Bool {
    options.order == .asSent && !isInProcess && isAccepting && !holdsShared
  }

  func handle(_ event: LaneEvent) {
    driver.note(event, self)
    var directives: [LaneDirective] = []
    machine.handle(event, &directives)
    if !traces.isEmpty { noteSquashes(by: event) }
    carryOut(directives)
  }

  // The three that every action needs, without an event to build and a list of directives to walk: mostly it
  // stays empty, and then takes no memory.

  /// Takes an action behind all others.
  final func append(_ action: HostedAction) {
    if let (epoch, sequence) = machine.append(action) {
      driver.dispatch(epoch, sequence, action, self)
    } else if machine.isResting {
      handle(.woken)
    }
  }

  final func receive(_ result: consuming HostedResult, _ epoch: Epoch, _ sequence: SequenceNumber) {
    var directives: [LaneDirective] = []
    machine.receive(result, epoch, sequence, &directives)
    carryOut(directives)
    if options.order == .asReady, machine.isHeadReady { driver.listAsReady(self) }
  }

  final func commitHead() {
    head = .hasCommitted
    var directives: [LaneDirective] = []
    machine.commitHead(&directives)
    carryOut(directives)
  }

  @inline(__always)
  private func carryOut(_ directives: [LaneDirective]) {
    if !directives.isEmpty { carryOutAll(directives) }
  }

  @inline(never)
  private func carryOutAll(_ directives: [LaneDirective]) {
    for directive in directives { driver.carryOut(directive, self) }
  }

  // What the node of its feature asks of it: by the state's address, so that the node need not name
  // the lane's type, which the runtime would have to find.

  /// Tells the lane when somebody other than the worker changed the state; returns whether that was
  /// so.
  @discardableResult
  func synchronise(with state: UnsafeMutableRawPointer) throws(WireError) -> Bool {
    fatalError("a lane overrides 'synchronise'")
  }

  /// Returns whether the child's state is what the worker builds on. Then the shared values in it
  /// have what the worker made of them, and `commitHead(into:)` follows.
  func isInSync(with state: UnsafeMutableRawPointer) throws(WireError) -> Bool {
    fatalError("a lane overrides 'isInSync'")
  }

  /// Puts the worker's result in place of the state, and counts the action as committed.
  func commitHead(into state: UnsafeMutableRawPointer) {
    fatalError("a lane overrides 'commitHead'")
  }

  /// Decodes what the oldest result brings; throws when the worker sent what does not fit.
  func prepareHead() throws {
    fatalError("a lane overrides 'prepareHead'")
  }

  /// Decodes what an answer brings for the oldest action as it is read. Returns false where the answer wants
  /// to be kept; then nothing is read. One that cannot be used is read, and the lane waits as if it had none.
  func prepareHead(reading reader: inout WireReader) -> Bool {
    fatalError("a lane overrides 'prepareHead(reading:)'")
  }

  /// The worker has gone: undoes `prepareHead()`, where anything may be prepared.
  func forgetWorker() {
    fatalError("a lane overrides 'forgetWorker'")
  }

  /// Undoes `prepareHead()`; does nothing where that prepared nothing.
  func unprepareHead() {
    fatalError("a lane overrides 'unprepareHead'")
  }

  /// Counts the oldest action as committed without a result to put in place.
  func dropHead() {
    fatalError("a lane overrides 'dropHead'")
  }

  /// An action that an effect on the worker sent.
  func decodeAction(_ bytes: ByteString) throws -> any Sendable {
    fatalError("a lane overrides 'decodeAction'")
  }

  /// True if the state holds shared values.
  var holdsShared: Bool { false }

  /// True if an action tells the feature that its effects ended with their worker.
  var isToldOfLostEffects: Bool { false }

  /// The action that tells it. Calls the user's code.
  func interruption(_ loss: HostedLoss) -> (any Sendable)? { nil }

  /// True if the feature, or a child of it, sends itself an action when it is mounted.
  var mounts: Bool { false }
}
