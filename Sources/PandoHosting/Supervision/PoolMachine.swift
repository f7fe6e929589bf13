import DequeModule

/// The workers of one store, and which of them has which lane.
///
/// A *seat* is a place for a worker; workers take it one after the other, each a *member* with an id of
/// its own. A lane waits until a member hosts it, is *announced* until the store was told, and is *on*
/// the member from then on. Only the store's own question (`place`) brings a lane in, and only `ended`,
/// `unhostable` or the loss of the member that the store knows takes it out; so no lane is forgotten.
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

  struct Member {
    enum Phase { case starting, ready, gone }

    let seat: Int
    let startedAt: Int
    var phase = Phase.starting
    /// True if the store may know the member.
    var wasReady = false
    /// True if the store was told of it.
    var hadLane = false
    var features: Set<FeatureDescriptor> = []
    var traits = WorkerTraits.none
    /// The lanes that are bound to it, announced on it or on it.
    var lanes: Set<LaneID> = []
    var hasProcess: Bool
    var hasLink = true
    /// Why its link ended.
    var linkReason: String?
    /// When a process that drains is ended, if it has not ended by itself.
    var endAt: Int?
    /// When the process is killed, if it has not ended by itself.
    var killAt: Int?
    var found: Placement?
    /// Set while its lanes are to go on elsewhere.
    var drain: Drain?
    /// True if people were told that it drains, and that lanes of it have nowhere to go.
    var hasToldOfDrain = false
    var hasToldOfNowhere = false
    /// The lanes that are to move here.
    var arriving: Set<LaneID> = []
    /// The number of both, by the groups that they belong to.
    var groups: [LaneGroup: Int] = [:]

    /// The number of lanes that it has or is about to have.
    var load: Int { lanes.count + arriving.count }
  }

  struct Seat {
    enum State: Equatable {
      case idle
      case taken(MemberID)
      case pausing(until: Int)
      case failed(reason: String)
    }

    let name: String
    var state = State.idle
    var backoff = RestartBackoff()
    var intensity: RestartIntensity
    /// Why the last of too many processes ended that never answered.
    var spentReason: String?
    /// Why the last process that was started ended before it was ready; nil once one is.
    var startProblem: String?
    /// True if lanes are to wait for its first worker.
    var isAwaited: Bool
    /// True if it had a worker before.
    var hadMember = false
    /// The process that had it, and still drains.
    var outgoing: MemberID?
  }

  struct LaneEntry {
    enum State: Equatable {
      case waiting
      /// Waits for this very member to become ready.
      case bound(MemberID)
      case announced(MemberID)
      case on(MemberID)
      /// Rests before its trial on a worker that other stores use.
      case resting(until: Int)
      /// The store is to be told that there is no worker.
      case refused
    }

    let common: CommonWish
    let place: LanePlace
    let ticket: UInt64
    let since: Int
    var state = State.waiting
    /// Set while it is to move to another member.
    var move: Move?
    /// Until when it stays, as it ran effects when it was to move to a member with fewer lanes.
    var staysUntil: Int?
    /// True if it is among `movers` or `stranded`.
    var isListedToMove = false

    var wish: PlacementWish { common.wish }
  }

  struct Waiting {
    let lane: LaneID
    let ticket: UInt64
  }

  enum QueuedCall {
    case placed(LaneID, MemberID)
    case move(LaneID, ticket: UInt64)
    case unhostable(LaneID, ticket: UInt64, reason: String)
    case other(PoolCall)
  }

  let source: Source
  let limits: PoolLimits
  let build: BuildPreference
  var members: [MemberID: Member] = [:]
  var seats: [Int: Seat] = [:]
  var lanes: [LaneID: LaneEntry] = [:]
  /// The wish that a lane of a feature had last: most have the same.
  var lastWishes: [FeatureDescriptor: CommonWish] = [:]
  /// The lanes that wait for a shared worker, longest first. One that waits no longer stays until it is
  /// met: its ticket tells.
  var waiting: Deque<Waiting> = []
  var waitingCount = 0
  /// The lanes that rest before their trials.
  var resting: [Waiting] = []
  /// The lanes that wait for quarantine.
  var line: Deque<Waiting> = []
  /// When a lane last left the quarantine worker.
  var quarantineServedAt: Int?
  var searches: [PlacementWish: Search] = [:]
  var runningSearches = 0
  /// The wishes for which questions of a lane are out.
  var running: [LaneID: [PlacementWish]] = [:]
  var outage = Outage()
  var suspects: [WorkerID: Suspicion] = [:]
  /// The members that have begun to drain, or do so no longer, since the last tick.
  var changedDrains: Set<MemberID> = []
  /// The lanes that are to leave members that drain, and when the next of them are.
  var movers: Deque<LaneID> = []
  var movesDue: Int?
  /// The lanes among them that have nowhere to go.
  var stranded: [LaneID] = []
  /// Set while one member has many lanes more than another: since when, and the lanes that are to move for that.
  var lopsidedSince: Int?
  /// The members between which lanes were to move at the last look.
  var lopsidedPair: BalancingPair?
  var balancing: [BalancingMove] = []
  /// When the moves among `balancing` end that were not made.
  var balancingEnd: Int?
  /// True if a member with a limit has got room that nobody was offered yet. The next tick offers it.
  var hasFreedPlace = false
  var advice = AdviceRound()
  /// The features that the program's own binary hosts; nil before its first worker is there.
  var hosted: Set<FeatureDescriptor>?
  /// The features that the store's tree is known to have.
  package var declared: [DeclaredFeature] = []
  var sharingEnd: Int?
  /// Why there will be no worker any more.
  package internal(set) var failure: String?
  package internal(set) var isStopping = false
  /// The wishes, without their groups, of which people were told that nobody fulfils them.
  var reportedWishes: Set<PlacementWish> = []
  /// The wishes, without their groups, of which people were told that nobody fulfils them yet.
  var wishesToldOf: Set<PlacementWish> = []
  /// The number of lanes that were placed.
  var placedCount = 0

  var calls: Deque<QueuedCall> = []
  var directives: [PoolDirective] = []
  private var lastMember: UInt64 = 0
  private var lastTicket: UInt64 = 0
  private var lastSeat = 0

  /// The seat of the quarantine worker.
  static let quarantine = 0

  package init(
    _ source: Source, limits: PoolLimits = PoolLimits(), build: BuildPreference = .none
  ) {
    (self.source, self.limits, self.build) = (source, limits, build)
    switch source {
    case .spawned(let count, _):
      for number in 1...max(1, count) { addSeat("worker \(number)", isAwaited: true) }
      seats[Self.quarantine] = makeSeat("quarantine worker", isAwaited: false)
    case .connected(let names):
      for name in names { addSeat(name, isAwaited: true) }
    case .coordinated:
      break
    }
  }

  @discardableResult
  mutating func addSeat(_ name: String, isAwaited: Bool) -> Int {
    lastSeat += 1
    seats[lastSeat] = makeSeat(name, isAwaited: isAwaited)
    return lastSeat
  }

  private func makeSeat(_ name: String, isAwaited: Bool) -> Seat {
    Seat(
      name: name,
      intensity: RestartIntensity(
        limit: limits.failedStarts, windowMilliseconds: limits.failureWindowMilliseconds),
      isAwaited: isAwaited)
  }

  mutating func nextMember() -> MemberID {
    lastMember += 1
    return MemberID(rawValue: lastMember)
  }

  mutating func nextTicket() -> UInt64 {
    lastTicket += 1
    return lastTicket
  }

  var sharedSeats: [Int] { seats.keys.filter { $0 != Self.quarantine }.sorted() }

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
    case .advised(let wish, let round, let advice): follow(advice, wish, round, now)
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
        lanes[lane]?.state = .on(member)
        members[member]?.hadLane = true
        leaveIfDraining(lane, member)
        return .placed(lane, member)
      case .move(let lane, let ticket):
        guard let move = lanes[lane]?.move, move.ticket == ticket, case .reserved = move.state
        else { continue }
        return .move(lane, interrupts: interrupts(lane))
      case .unhostable(let lane, let ticket, let reason):
        guard let entry = lanes[lane], entry.ticket == ticket, entry.state == .refused else {
          continue
        }
        lanes[lane] = nil
        return .unhostable(lane, reason: reason)
      case .other(let call):
        return call
      }
    }
    return nil
  }

  /// True if every process has ended.
  package var isFinished: Bool { !members.values.contains { $0.hasProcess } }
}
