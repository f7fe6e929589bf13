import PandoHosting
import PandoWire

/// A pool machine with a store and workers that do exactly what they are told, and that check what the
/// machine tells them.
struct PoolHarness {
  /// A store's view of one lane.
  enum LaneView: Equatable {
    /// It asked, and has no answer.
    case waiting
    case on(MemberID)
    case unhostable
    case over
  }

  static let feature = FeatureDescriptor(
    name: "Row", state: SchemaFingerprint(of: Int.self), action: SchemaFingerprint(of: Int.self))

  var machine: PoolMachine
  var now = 0
  var lanes: [LaneID: LaneView] = [:]
  /// Members whose link is open and whose process, if it has one, runs.
  var alive: Set<MemberID> = []
  /// The members that the store was told are lost.
  var lost: Set<MemberID> = []
  var hasProcess: Set<MemberID> = []
  var hasLink: Set<MemberID> = []
  var ready: Set<MemberID> = []
  var ending: Set<MemberID> = []
  var searches: [LaneID] = []
  /// The questions for workers, with those that are not to be named.
  var finds: [(wish: PlacementWish, avoided: Set<WorkerID>)] = []
  /// The workers that the coordinator was told are dead.
  var reported: [WorkerLanes] = []
  var found: [MemberID: Placement] = [:]
  var faults: [String] = []
  /// The members that drain.
  var draining: Set<MemberID> = []
  /// The lanes that are told to move and stay for what they run, and those whose effects are interrupted.
  var busy: Set<LaneID> = []
  var interrupted: [LaneID] = []
  var notes: [String] = []
  var reports: [String] = []
  /// Why lanes were refused.
  var reasons: [LaneID: String] = [:]
  let placesInQuarantine: Bool
  /// The members that have had a lane in quarantine.
  private var used: Set<MemberID> = []

  init(_ source: PoolMachine.Source, limits: PoolLimits = PoolLimits(), quarantine: Bool = false) {
    machine = PoolMachine(source, limits: limits)
    placesInQuarantine = quarantine
  }

  /// Returns a pool that has begun, with lanes that wait.
  static func begun(
    _ source: PoolMachine.Source, lanes count: UInt64 = 0, limits: PoolLimits = PoolLimits()
  ) -> PoolHarness {
    var pool = PoolHarness(source, limits: limits)
    pool.handle(.start)
    for number in 0..<count { pool.ask(LaneID(rawValue: number + 1)) }
    return pool
  }

  /// The lanes on a member, by number.
  func lanes(on number: UInt64) -> [UInt64] {
    lanes.filter { $0.value == .on(MemberID(rawValue: number)) }.map(\.key.rawValue).sorted()
  }

  mutating func handle(_ event: PoolEvent) {
    machine.handle(event, now: now)
    obey()
  }

  /// Ends a process, and waits until the next of its seat is there, or nothing is due.
  mutating func failStart(of member: MemberID) {
    let count = hasProcess.count
    exit(member)
    endLink(member)
    while hasProcess.count < count, machine.failure == nil, let deadline = machine.nextDeadline {
      now = deadline
      handle(.tick)
    }
  }

  /// The store asks for a worker for a lane.
  mutating func ask(_ lane: LaneID, _ feature: FeatureDescriptor = feature) {
    let place: LanePlace = placesInQuarantine ? .quarantine : .shared
    lanes[lane] = .waiting
    if let member = machine.place(lane, feature, in: place, now: now) {
      accept(lane, member, "at once")
    }
    obey()
  }

  mutating func end(_ lane: LaneID) {
    lanes[lane] = .over
    handle(.ended(lane))
  }

  private mutating func accept(_ lane: LaneID, _ member: MemberID, _ how: String) {
    if !ready.contains(member) { faults.append("\(lane) placed on \(member), which is not there") }
    if lost.contains(member) { faults.append("\(lane) placed on \(member) after its loss") }
    if how == "at once", draining.contains(member) {
      faults.append("\(lane) placed on \(member), which drains")
    }
    let others = lanes.filter { $0.key != lane && $0.value == .on(member) }
    if placesInQuarantine, !others.isEmpty { faults.append("\(lane) is not alone on \(member)") }
    if placesInQuarantine, !used.insert(member).inserted {
      faults.append("\(lane) placed on \(member), which another has used")
    }
    if lanes[lane] != .waiting { faults.append("\(lane) placed \(how) while \(lanes[lane]!)") }
    lanes[lane] = .on(member)
  }

  private mutating func obey() {
    while case let directives = machine.takeDirectives(), !directives.isEmpty {
      for directive in directives { obey(directive) }
    }
  }

  private mutating func obey(_ directive: PoolDirective) {
    switch directive {
    case .spawn(let member, _):
      hasProcess.insert(member)
      hasLink.insert(member)
    case .connect(let member, _):
      hasLink.insert(member)
    case .open(let member, let worker):
      found[member] = worker
      hasLink.insert(member)
    case .end(let member), .kill(let member):
      ending.insert(member)
    case .finishLink(let member, _, _), .closeLink(let member, _):
      ending.insert(member)
    case .find(let lane, let wish, let avoided):
      searches.append(lane)
      finds.append((wish, avoided))
    case .reportDead(let worker, let life):
      reported.append(WorkerLanes(worker: worker, lanes: 0, life: life))
    }
  }

  /// The thread that calls the store makes one call. Returns false when there is none.
  @discardableResult
  mutating func callOnce() -> Bool {
    guard let call = machine.nextCall() else { return false }
    switch call {
    case .placed(let lane, let member):
      // A call that is under way when a lane ends is ignored by the store; none is here.
      accept(lane, member, "by a call")
    case .lost(let member, _, _, _):
      lost.insert(member)
      for (lane, view) in lanes.sorted(by: { $0.key.rawValue < $1.key.rawValue })
      where view == .on(member) {
        ask(lane)
      }
    case .unhostable(let lane, let reason):
      reasons[lane] = reason
      if lanes[lane] != .waiting { faults.append("\(lane) refused while \(lanes[lane]!)") }
      lanes[lane] = .unhostable
    case .move(let lane, let interrupts):
      move(lane, interrupts: interrupts)
    case .report(let text):
      reports.append(text)
    case .note(let text):
      notes.append(text)
    }
    obey()
    return true
  }

  /// The store moves a lane, unless it runs effects.
  mutating func move(_ lane: LaneID, interrupts: Bool = false) {
    guard interrupts || !busy.contains(lane), let member = machine.move(lane) else { return }
    if busy.remove(lane) != nil { interrupted.append(lane) }
    if !ready.contains(member) || lost.contains(member) {
      faults.append("\(lane) moves to \(member), which is not there")
    }
    guard case .on(let former) = lanes[lane], former != member else {
      faults.append("\(lane) moves to \(member) while \(lanes[lane]!)")
      return
    }
    lanes[lane] = .on(member)
  }

  mutating func drain(_ member: MemberID, milliseconds: Int = 60_000) {
    guard ready.contains(member) else { return }
    draining.insert(member)
    handle(.draining(member, withinMilliseconds: milliseconds))
  }

  mutating func undrain(_ member: MemberID) {
    guard draining.remove(member) != nil, ready.contains(member) else { return }
    handle(.undrained(member))
  }

  mutating func tick(after milliseconds: Int = 0) {
    now += milliseconds
    handle(.tick)
    callAll()
  }

  mutating func callAll() {
    while callOnce() {}
  }

  mutating func welcome(
    _ member: MemberID, features: [FeatureDescriptor] = [feature], traits: WorkerTraits = .none
  ) {
    guard hasLink.contains(member), !ready.contains(member), !ending.contains(member) else {
      return
    }
    ready.insert(member)
    handle(.welcomed(member, features, traits))
  }

  mutating func exit(_ member: MemberID) {
    guard hasProcess.remove(member) != nil else { return }
    handle(.exited(member, .exited(status: 1)))
  }

  mutating func endLink(_ member: MemberID) {
    guard hasLink.remove(member) != nil else { return }
    ready.remove(member)
    draining.remove(member)
    handle(.linkEnded(member, .died, reason: "lost"))
  }

  /// Everything that was begun comes to its end: what is to end does, what starts is welcomed, what is
  /// due is done.
  mutating func settle() {
    for _ in 0..<200 {
      let before = (hasProcess, hasLink, ready, lanes, searches.count)
      for member in ending.sorted() {
        exit(member)
        endLink(member)
      }
      ending.removeAll()
      for member in hasLink.subtracting(ready).sorted() { welcome(member) }
      answerSearches()
      callAll()
      if let deadline = machine.nextDeadline, deadline <= now + 5_000 {
        now = max(now, deadline)
        handle(.tick)
        callAll()
      } else if before == (hasProcess, hasLink, ready, lanes, searches.count) {
        guard let lane = laneToLeaveQuarantine else { return }
        end(lane)
      }
    }
    faults.append("it does not settle")
  }

  /// A lane in quarantine that others wait for: it has done what it came for.
  private var laneToLeaveQuarantine: LaneID? {
    guard placesInQuarantine, lanes.values.contains(.waiting) else { return nil }
    return lanes.first { if case .on = $0.value { true } else { false } }?.key
  }

  /// The worker that the coordinator names at present.
  var named = Placement(worker: .init(coordinator: 1, number: 1), name: "one", endpoint: "a")

  mutating func answerSearches() {
    let lanes = searches
    searches = []
    for lane in lanes { handle(.found(lane, named)) }
  }

  /// The faults of the harness's own checks, and lanes that nobody will ever serve.
  var complaints: [String] {
    var complaints = faults
    for (lane, view) in lanes {
      switch view {
      case .waiting: complaints.append("\(lane) is forgotten")
      case .on(let member) where !ready.contains(member):
        complaints.append("\(lane) is on \(member), which is gone")
      case .on, .unhostable, .over: break
      }
    }
    return complaints
  }
}
