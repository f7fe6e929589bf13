import DequeModule

/// The workers of one store, and which of them has which lane.
///
/// A *seat* is a place for a worker; workers take it one after the other, each a *member* with an id of its own. A lane
/// waits until a member hosts it. Only the store's own question (`place`) brings a lane in, and only `ended`,
/// `unhostable` or the loss of the member that the store knows takes it out; so no lane is forgotten.
///
/// It passes events to the parts, of which each owns its state, and does what follows from one for the others. No part
/// knows another but to read the seats and lanes that it is given.
///
/// Pure: time and chance arrive with the events, time in milliseconds of a clock that never goes back.
package struct PoolMachine {
  package enum Source: Equatable, Sendable {
    /// So many processes of one binary, which all start at once where it is known to take on the role of a worker.
    case spawned(Int, knowsRole: Bool = false)
    /// Workers that somebody else runs, by name.
    case connected([String])
    /// Workers that a coordinator names.
    case coordinated
  }

  enum QueuedCall {
    case placed(LaneID, MemberID)
    case move(LaneID, ticket: UInt64)
    case unhostable(LaneID, ticket: UInt64, reason: String)
    case other(PoolCall)
  }

  let limits: PoolLimits
  let build: BuildPreference
  /// The features that the store's tree is known to have.
  package var declared: [DeclaredFeature] = []
  package internal(set) var isStopping = false
  /// The number of lanes that were placed.
  var placedCount = 0

  // Which workers there are, and which lanes they have.
  var seats: PoolSeats
  var lanes = PoolLanes()
  var trials: TrialQueue
  // Who leaves a worker.
  var moves: MoveList
  var balancing: Balancing
  // What a coordinator knows.
  var searches: PoolSearches
  var watch: CoordinatorWatch
  var suspects: SuspectedWorkers
  // What there is to say and to do.
  var notices = PoolNotices()
  var calls: Deque<QueuedCall> = []
  var directives: [PoolDirective] = []

  /// - Parameter sandbox: The name of the sandbox of all workers, which theirs end with.
  package init(
    _ source: Source, limits: PoolLimits = PoolLimits(), build: BuildPreference = .none,
    sandbox: String? = nil
  ) {
    (self.limits, self.build) = (limits, build)
    seats = PoolSeats(source, limits: limits, sandbox: sandbox)
    trials = TrialQueue(placementMilliseconds: limits.placementMilliseconds)
    moves = MoveList(limits: limits)
    balancing = Balancing(limits: limits)
    searches = PoolSearches(atOnce: limits.searchesAtOnce)
    watch = CoordinatorWatch(limits: limits)
    suspects = SuspectedWorkers(suspicionMilliseconds: limits.suspicionMilliseconds)
  }

  var source: Source { seats.source }
  /// Why there will be no worker any more.
  package var failure: String? { seats.failure }

  // MARK: - For the driver

  package mutating func handle(_ event: PoolEvent, now: Int) {
    switch event {
    case .start: start(now)
    case .welcomed(let member, let features, let traits):
      welcome(member, Set(features), traits, now)
    case .exited(let member, let end): exit(member, end, now)
    case .linkEnded(let member, let end, let reason): endLink(member, end, reason, now)
    case .ended(let lane): release(lane, now)
    case .draining(let member, let milliseconds): drain(member, milliseconds, now)
    case .undrained(let member): undrain(member, now)
    case .found(let lane, let worker): use(worker, for: lane, now)
    case .notFound(let lane, let reason): searchFailed(lane, reason, isAnswer: true, now)
    case .unanswered(let lane, let reason): searchFailed(lane, reason, isAnswer: false, now)
    case .tick: tick(now)
    case .stop: stop(now)
    }
  }

  /// Takes what is to be done since the last time.
  package mutating func takeDirectives() -> [PoolDirective] {
    defer { directives.removeAll() }
    return directives
  }

  /// True if `nextCall` may have one.
  package var hasCalls: Bool { !calls.isEmpty }

  /// The next call to make; nil when there is none.
  ///
  /// A call that has been overtaken is left out: a lane is never told of a member that is gone.
  package mutating func nextCall() -> PoolCall? {
    while let call = calls.popFirst() {
      switch call {
      case .placed(let lane, let member):
        guard lanes[lane]?.state == .announced(member) else { continue }
        lanes.change(lane, to: .on(member))
        seats.noteLane(on: member)
        leaveIfDraining(lane, member)
        return .placed(lane, member)
      case .move(let lane, let ticket):
        guard let entry = lanes[lane], let move = entry.move, move.ticket == ticket,
          case .reserved = move.state
        else { continue }
        return .move(lane, interrupts: interrupts(entry))
      case .unhostable(let lane, let ticket, let reason):
        guard let entry = lanes[lane], entry.ticket == ticket, entry.state == .refused else {
          continue
        }
        _ = lanes.remove(lane)
        return .unhostable(lane, reason: reason)
      case .other(let call):
        return call
      }
    }
    return nil
  }

  mutating func note(_ text: String) { calls.append(.other(.note(text))) }
  mutating func report(_ text: String) { calls.append(.other(.report(text))) }

  /// True if every process has ended.
  package var isFinished: Bool { !seats.members.values.contains { $0.hasProcess } }
  /// The number of wishes for which lanes ask, or have asked.
  package var searchCount: Int { searches.count }
  /// The number of groups that members count lanes of.
  package var groupCount: Int { lanes.groupCount }
}
