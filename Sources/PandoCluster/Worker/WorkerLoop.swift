import Glibc
import Logging
import Pando
import PandoHosting
import PandoWire
import Synchronization
import ZeroMQ

/// The state that the threads of a worker share: the one that receives, those that reduce, and the
/// watch.
final class WorkerLoop: Sendable {
  /// Why the worker ends.
  enum Stop {
    case asked
    /// The program that started it, which may have said goodbye just before, has closed its input.
    case inputEnded
    /// A reducer of this session hangs, in this lane; without a lane, what follows its reducers.
    case hang(ClientSession, LaneID?)
    /// Effects were cancelled and do not end.
    case effectHangs([EffectWatch.Hang])
    /// The process has crashed, and waits to end.
    case crash(LastWords)
  }

  private struct Guarded {
    var announced: [ClientSession] = []
    var stop: Stop?
    var hasEnded = false
    var onDrain: (@Sendable (_ withinMilliseconds: Int) -> Void)?
    var drain = DrainMachine()
    var drainDirectives: [DrainMachine.Directive] = []
    /// The effects that hang, for which the process is to end.
    var effectHangs: [EffectWatch.Hang] = []
    weak var pool: ReducePool?
  }

  let configuration: WorkerConfiguration
  /// The keys that say who may use the worker; nil where the system knows that.
  let keys: LoadedKeys?
  let features: [FeatureDescriptor: any HostedFeature]
  /// Wakes the thread that receives.
  let wakeUp: WakeUp
  /// Wakes the watch.
  let watchWakeUp: WakeUp
  let role = ReceiverRole()
  let selfDispatches = SelfDispatchWatch()
  let effects = EffectWatch()
  let address = AddressWatch()
  /// True if the watch waits without looking at the role.
  let isWatchAsleep = Atomic<Bool>(false)

  private let guarded = Mutex(Guarded())
  private let stopping = Atomic<Bool>(false)
  private let draining = Atomic<Bool>(false)
  private let lanes = Atomic<Int>(0)
  private let reduced = Atomic<UInt64>(0)
  private let rewritten = Atomic<UInt64>(0)
  private let effectsRunning = Atomic<Int>(0)
  private let ticked = Atomic<Int>(0)
  /// The batches of clients, and the time that they took.
  let batches = BatchFigures()
  /// The time that reducers take; nil where the process has no metrics.
  let reduceTimes =
    MetricsCollector.shared.isOn ? ReduceTimes { MonotonicClock.nowNanoseconds() } : nil
  /// Tells clients the processor time of their reducers.
  let processorClock = ProcessorClock { ProcessorTime.ofThread }
  /// The number of clients that were refused.
  let refusals = Atomic<UInt64>(0)

  init(
    _ configuration: WorkerConfiguration, keys: LoadedKeys?, features: [any HostedFeature]
  ) throws(ZeroMQError) {
    self.configuration = configuration
    self.keys = keys
    self.features = Dictionary(
      features.map { ($0.descriptor, $0) }, uniquingKeysWith: { first, _ in first })
    wakeUp = try WakeUp()
    watchWakeUp = try WakeUp()
  }

  // MARK: - The last tick

  /// The thread that receives has counted.
  func note(effects: Int, atMilliseconds now: Int) {
    effectsRunning.store(effects, ordering: .relaxed)
    ticked.store(now, ordering: .releasing)
  }

  /// When the thread that receives counted last, in milliseconds of the monotonic clock.
  var tickedAt: Int { ticked.load(ordering: .acquiring) }

  /// The number of effects that ran then.
  var effectCount: Int { effectsRunning.load(ordering: .relaxed) }

  // MARK: - The end

  /// Has the worker free everything and end.
  func stop(_ reason: Stop = .asked) {
    guarded.withLock { if $0.stop == nil { $0.stop = reason } }
    stopping.store(true, ordering: .releasing)
    wakeUp.signal()
    watchWakeUp.signal()
  }

  // MARK: - Draining

  /// Has clients take their children elsewhere, and then the worker end: at once if it was told before.
  func terminate() {
    if isStopping { return }
    configuration.notifier?.stopping()
    drain(.terminate(withinMilliseconds: configuration.drainMilliseconds))
    if let left = drainRemaining, left > 0 { guarded.withLock { $0.onDrain }?(left) }
  }

  /// Something happens that makes the worker drain, or no longer. For any thread.
  func drain(_ event: DrainMachine.Event) {
    let directive = guarded.withLock { guarded in
      let directive = guarded.drain.handle(event, now: MonotonicClock.nowMilliseconds())
      switch directive {
      case .tell, .tellUndrained: directive.map { guarded.drainDirectives.append($0) }
      case .stop, nil: break
      }
      noteDraining(guarded)
      return directive
    }
    switch directive {
    case .tell, .tellUndrained: wakeUp.signal()
    case .stop: stopDrained()
    case nil: break
    }
  }

  /// Effects hang: has clients take what else is on the worker elsewhere, and then the process end.
  func abandon(_ hangs: [EffectWatch.Hang]) {
    guarded.withLock { $0.effectHangs += hangs }
    configuration.notifier?.stopping()
    drain(.abandon(withinMilliseconds: Self.abandonMilliseconds))
    wakeUp.signal()
    if let left = drainRemaining { guarded.withLock { $0.onDrain }?(left) }
  }

  /// The time that children may take to leave a worker on which an effect hangs.
  static let abandonMilliseconds = 5_000

  /// The effects that hang, for which the process is to end.
  var effectHangs: [EffectWatch.Hang] { guarded.withLock { $0.effectHangs } }

  /// Ends the worker, which has drained or cannot.
  func stopDrained() {
    let hangs = effectHangs
    stop(hangs.isEmpty ? .asked : .effectHangs(hangs))
  }

  private func noteDraining(_ guarded: Guarded) {
    let isDraining = guarded.drain.isDraining || !guarded.drainDirectives.isEmpty
    draining.store(isDraining, ordering: .releasing)
  }

  /// Says what is to be called, on any thread, when the worker begins to drain in order to end.
  func onDrain(_ body: @escaping @Sendable (_ withinMilliseconds: Int) -> Void) {
    guarded.withLock { $0.onDrain = body }
  }

  /// True if the worker drains, or clients are to be told that it does no longer.
  var isDraining: Bool { draining.load(ordering: .acquiring) }

  /// True if it ends once it is empty.
  var isTerminating: Bool { isDraining && guarded.withLock { $0.drain.isTerminating } }

  /// The time until the deadline of a drain; nil while the worker does not drain.
  var drainRemaining: Int? {
    guarded.withLock { $0.drain.remaining(now: MonotonicClock.nowMilliseconds()) }
  }

  /// The time that effects of a client may still take; nil while the worker does not drain.
  var drainMillisecondsLeft: Int? {
    guarded.withLock { $0.drain.left(now: MonotonicClock.nowMilliseconds()) }
  }

  func takeDrainDirectives() -> [DrainMachine.Directive] {
    guarded.withLock { guarded in
      if guarded.drainDirectives.isEmpty { return [] }
      defer {
        guarded.drainDirectives = []
        noteDraining(guarded)
      }
      return guarded.drainDirectives
    }
  }

  var isStopping: Bool { stopping.load(ordering: .acquiring) }

  /// Why the worker ends; nil while it does not.
  var stopReason: Stop? { isStopping ? guarded.withLock { $0.stop } : nil }

  /// Nothing is received any more, and the socket is closed.
  func noteEnd() {
    guarded.withLock { $0.hasEnded = true }
    watchWakeUp.signal()
  }

  var hasEnded: Bool { guarded.withLock { $0.hasEnded } }

  // MARK: - What is for the receiver

  /// A session has output, or must end.
  func announce(_ session: ClientSession) {
    guard !session.isAnnounced.exchange(true, ordering: .acquiringAndReleasing) else { return }
    guarded.withLock { $0.announced.append(session) }
    wakeUp.signal()
  }

  func takeAnnounced() -> [ClientSession] {
    guarded.withLock { guarded in
      if guarded.announced.isEmpty { return [] }
      defer { guarded.announced = [] }
      return guarded.announced
    }
  }

  /// Makes the watch look, if it does not.
  func wakeWatch() {
    if isWatchAsleep.load(ordering: .sequentiallyConsistent) { watchWakeUp.signal() }
  }

  // MARK: - Load

  /// The number of children that are hosted.
  var laneCount: Int {
    get { lanes.load(ordering: .relaxed) }
    set { lanes.store(newValue, ordering: .relaxed) }
  }

  /// The number of actions that were reduced since the worker began.
  var actionCount: UInt64 {
    get { reduced.load(ordering: .relaxed) }
    set { reduced.store(newValue, ordering: .relaxed) }
  }

  /// The number of times that clients changed the states of children.
  var rewrittenCount: UInt64 {
    get { rewritten.load(ordering: .relaxed) }
    set { rewritten.store(newValue, ordering: .relaxed) }
  }

  /// The threads that reduce; nil before they start, and once they have ended.
  var pool: ReducePool? {
    get { guarded.withLock { $0.pool } }
    set { guarded.withLock { $0.pool = newValue } }
  }

  // MARK: - Features

  /// A feature of this program, or why there is none.
  func feature(
    _ descriptor: FeatureDescriptor
  ) throws(HostingRefusal) -> any HostedFeature {
    if let feature = features[descriptor] { return feature }
    if let same = features.keys.first(where: { $0.name == descriptor.name }) {
      throw HostingRefusal(
        reason: """
          its schema differs: the client has \(descriptor), the worker has \(same); build both \
          from the same source
          """)
    }
    let hosted = features.keys.map(\.name).sorted().joined(separator: ", ")
    throw HostingRefusal(
      reason: """
        the worker does not know the feature \(descriptor.name); it hosts \
        \(hosted.isEmpty ? "none" : hosted). Add "Feature { \(descriptor.name)() }" to "features"
        """)
  }
}
