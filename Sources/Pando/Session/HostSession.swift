package import PandoHosting
import PandoWire
import Synchronization

/// Everything that one client has on one worker.
///
/// Batches of messages go in through `receive(_:)`, and answers are taken out with `takeOutput()`.
/// Effects end and send on any thread; `onOutput` says that they left something to take.
///
/// Reducers run with the session's lock held, and no other user code does. Effects and the output have
/// a lock of their own, so that neither waits for a reducer.
package final class HostSession: @unchecked Sendable {
  private static let lastIdentity = Atomic<UInt64>(0)

  /// The number of the session in its process: no other ever has it, so that what outlives one accuses no other. One of
  /// several that share a connection has its number there in the lower half.
  package let identity: UInt64

  /// The number of lanes that a client may have open.
  package static let lanesAtMost = 131_072

  // Every `var` below is touched only with `mutex` held; hosts call back into the session only from
  // inside it.
  let mutex = Mutex<Void>(())
  @exclusivity(unchecked)
  var hosts: [LaneID: AnyHost] = [:]
  /// Where states are encoded.
  @exclusivity(unchecked)
  var scratch = WireWriter()
  @exclusivity(unchecked)
  private(set) var refusal: String?
  @exclusivity(unchecked)
  private var deferred = DeferredWork()
  @exclusivity(unchecked)
  private var hasDeferred = false

  /// The heading of the last message of the batch that is being handled, where that is of an action.
  @exclusivity(unchecked)
  var lastHeading = ActionHeading.none

  /// By lane, the first action that was passed over once the session was interrupted: the client means another by that
  /// number than the host has reduced, so its commit starts nothing.
  var passedOver: [LaneID: SequenceNumber] = [:]

  /// The context of the action that comes next, if the client traces it.
  var traceToCome: RemoteTrace?
  /// The trace of the action that is being reduced, if it has one.
  @exclusivity(unchecked)
  var currentTrace: EffectTrace?
  /// True if the client has said a context: then it hears those of what effects send.
  let hearsTraces = Atomic<Bool>(false)

  let outlet: SessionOutlet
  let hasEnded = Atomic<Bool>(false)
  private let reduced = Atomic<UInt64>(0)
  private let rewritten = Atomic<UInt64>(0)
  private let lanes = Atomic<Int>(0)
  /// The position of the thread that handles messages: its steps but for actions, and whose code runs.
  let progress = Atomic<UInt64>(0)
  let currentLane = Atomic<UInt64>(0)
  let currentTimeout = Atomic<Int>(HostedTimeout.standardMilliseconds)
  /// For `addLanes(of:to:)`: true if a batch is to leave the figures of hosts, and those that were left last.
  let wantsFigures = Atomic<Bool>(false)
  let lastFigures = Mutex<[LaneID: HostFigures]>([:])

  let findFeature: @Sendable (FeatureDescriptor) throws(HostingRefusal) -> any HostedFeature
  private let onReport: @Sendable (String) -> Void
  private let onDeferred: (@Sendable (DeferredWork) -> Void)?
  /// Told of what happens to a host's machine, but for actions. Set before anything is received.
  package var watch: ((borrowing HostMachine, HostEvent) -> Void)?
  /// Told on an effect's thread, with the lock held, when it begins to reduce what the effect sends, and when it has
  /// come to the end. Set before anything is received.
  package var onSelfDispatch: (@Sendable (_ begins: Bool) -> Void)?
  let scope: DependencyScope
  var dependencies: DependencyValues { scope.values }
  let executor: (any TaskExecutor)?
  /// Takes the time of reducers; nil where nobody asks for it.
  let times: ReduceTimes?
  /// Tells the processor time of reducers; nil where clients do not hear of it.
  let processorClock: ProcessorClock?
  var untoldCosts = UntoldCosts()

  /// - Parameters:
  ///   - number: Which of those of a connection it is.
  ///   - onDeferred: Takes what must not run where messages are received, since a lock is held there.
  ///     Without it that runs in `receive(_:)` and `end()`, before they return.
  package init(
    number: SessionNumber = .own,
    findFeature:
      @escaping @Sendable (FeatureDescriptor) throws(HostingRefusal) -> any HostedFeature,
    dependencies: DependencyValues = DependencyValues(),
    executor: (any TaskExecutor)? = nil,
    times: ReduceTimes? = nil,
    processorClock: ProcessorClock? = nil,
    onOutput: @escaping @Sendable () -> Void,
    onReport: @escaping @Sendable (String) -> Void,
    onDeferred: (@Sendable (DeferredWork) -> Void)? = nil
  ) {
    let identity = Self.lastIdentity.add(1, ordering: .relaxed).newValue
    self.identity = number == .own ? identity : identity << 32 | UInt64(number.rawValue)
    self.findFeature = findFeature
    scope = DependencyScope(values: dependencies)
    self.executor = executor
    self.times = times
    self.processorClock = processorClock
    outlet = SessionOutlet(onOutput: onOutput)
    self.onReport = onReport
    self.onDeferred = onDeferred
  }

  // MARK: - For the driver

  /// The number of actions that were reduced, whether or not they committed.
  package var reducedCount: UInt64 { reduced.load(ordering: .relaxed) }

  /// The number of times that the client changed the state of an incarnation that had reduced something since.
  package var rewrittenCount: UInt64 { rewritten.load(ordering: .relaxed) }

  /// Counts such a change, with the lock held.
  func countRewritten() { rewritten.store(rewrittenCount &+ 1, ordering: .relaxed) }

  /// The number of incarnations that are hosted.
  package var laneCount: Int { lanes.load(ordering: .relaxed) }

  /// The number of effects that run, those that were cancelled among them.
  package var effectCount: Int { outlet.effectCount }

  /// Takes the first answers that are ready, about a megabyte of them, or a larger one; nil when there are
  /// none. Never waits for a reducer.
  package func takeOutput() -> [UInt8]? { outlet.take() }

  /// The number of bytes of answers that are ready.
  package var outputByteCount: Int { outlet.byteCount }

  /// Handles a batch of messages in order.
  ///
  /// - Throws: What the client did that it may not; the session is to be ended.
  package func receive(_ batch: UnsafeRawBufferPointer) throws(HostingRefusal) {
    var position: Int? = 0
    while let start = position { position = try receivePart(of: batch, from: start) }
  }

  /// Handles messages of a batch from a position on, until the end, or until user code has run that
  /// must not run between messages.
  ///
  /// - Returns: The position of the rest; nil when nothing is left.
  /// - Throws: What the client did that it may not; the session is to be ended.
  package func receivePart(
    of batch: UnsafeRawBufferPointer, from start: Int
  ) throws(HostingRefusal) -> Int? {
    mutex._unsafeLock()
    var rest: Int?
    scope.commit { rest = handleMessages(of: batch, from: start) }
    BlackBox.enters(BlackBox.Place())
    if wantsFigures.load(ordering: .relaxed) { keepFigures() }
    if untoldCosts.isDue { writeCosts() }
    let reason = refusal
    let work = takeDeferred()
    mutex._unsafeUnlock()
    if let work { run(work) }
    if let reason { throw HostingRefusal(reason: reason) }
    return rest
  }

  /// Has the thread that handles messages reduce nothing any more: `end()` follows. It still hears of commits,
  /// and of rewrites that carry them, for what committed actions start and print, but of no action that the client has put
  /// in place of what was reduced. For other threads.
  package func interrupt() { hasEnded.store(true, ordering: .relaxed) }

  /// The client has gone: cancels every effect and frees every incarnation. Returns how many effects
  /// ran. Waits for a reducer that runs.
  @discardableResult
  package func end() -> Int {
    hasEnded.store(true, ordering: .relaxed)
    mutex._unsafeLock()
    leaveLane()
    let ended = hosts.values
    hosts.removeAll()
    passedOver.removeAll()
    lanes.store(0, ordering: .relaxed)
    let count = ended.reduce(0) { $0 + end($1) }
    let work = takeDeferred()
    mutex._unsafeUnlock()
    if let work { run(work) }
    return count
  }

  func run(_ work: DeferredWork) {
    if let onDeferred { onDeferred(work) } else { work.run() }
  }

  /// Takes what is to be done once the lock is free, by the thread that holds it.
  func takeDeferred() -> DeferredWork? {
    guard hasDeferred else { return nil }
    hasDeferred = false
    leaveLane()
    defer { deferred = DeferredWork() }
    return deferred
  }

  private func handleMessages(of batch: UnsafeRawBufferPointer, from start: Int) -> Int? {
    if hasEnded.load(ordering: .relaxed) {
      hearCommits(of: batch, from: start)
      return nil
    }
    if start == 0 { lastHeading = .none }
    do {
      var host: AnyHost?
      let rest = try ClientMessage.decode(batch, from: start, after: &lastHeading) {
        heading, origin, bytes, reader throws(WireError) in
        countReduced()
        // Actions come in runs. Nothing is handled after one whose host fails until this begins anew.
        if host?.lane != heading.lane {
          host = enter(heading.lane)
          // A context comes right before its action, as a message of another kind, so that it is enough to
          // ask for one here.
          if traceToCome != nil, let host,
            let context = takeTrace(of: heading.lane, heading.sequence)
          {
            inTrace(context, of: host) { host.reduce(heading, origin, bytes, in: self) }
            return mayGoOn
          }
        }
        try host?.reduceRun(&heading, origin, bytes, &reader, in: self)
        return mayGoOn
      } other: { message in
        host = nil
        leaveLane()
        handle(message)
        return mayGoOn
      }
      return refusal == nil ? rest : nil
    } catch {
      refuse("a message cannot be read: \(error)")
      return nil
    }
  }

  @inline(__always)
  func countReduced() { reduced.store(reducedCount &+ 1, ordering: .relaxed) }

  /// True if the next message may be handled now.
  @inline(__always)
  var mayGoOn: Bool {
    !hasDeferred && refusal == nil && !hasEnded.load(ordering: .relaxed)
  }

  // MARK: - For hosts, with the lock held

  func add(_ host: AnyHost) {
    hosts[host.lane] = host
    outlet.add(host.effects)
    lanes.store(hosts.count, ordering: .relaxed)
  }

  /// Takes a host out and ends it; returns how many effects ran.
  func remove(_ lane: LaneID) -> Int {
    guard let host = hosts.removeValue(forKey: lane) else { return 0 }
    lanes.store(hosts.count, ordering: .relaxed)
    return end(host)
  }

  private func end(_ host: AnyHost) -> Int {
    outlet.remove(host.effects)
    let count = host.end()
    deferLater { $0.add(freeing: host) }
    return count
  }

  /// Adds to what runs once the session's lock is free.
  func deferLater(_ body: (inout DeferredWork) -> Void) {
    hasDeferred = true
    body(&deferred)
  }

  func refuse(_ reason: String) {
    if refusal == nil { refusal = reason }
  }

  /// A host that cannot go on: the client has to find another.
  func fail(_ lane: LaneID, reason: String) {
    _ = remove(lane)
    write(.failed(lane, reason: reason))
  }

  // MARK: - For effects, on any thread

  func report(_ message: String) {
    onReport(message)
  }
}
