import PandoHosting

/// An action of the world below.
final class WorldEntry: CommitEntry {
  var standing = CommitStanding()
  let name: String
  /// The lane that it is for, as its sender thought.
  var lane: LaneID?
  /// True if it is for the hosted child that comes and goes.
  let isForChild: Bool
  /// The actions that its commit gives rise to.
  let followUps: [String]

  init(_ name: String, lane: LaneID? = nil, isForChild: Bool = false, followUps: [String] = []) {
    self.name = name
    self.lane = lane
    self.isForChild = isForChild
    self.followUps = followUps
  }
}

/// A store that commits names: the smallest driver of a `CommitMachine`. It has a lane whose actions commit as sent, and
/// a child whose actions commit when they are ready, in a lane of its own for each life.
struct CommitWorld: ~Copyable {
  enum Step: CaseIterable {
    case sendLocal
    case sendWithFollowUp
    case sendAsSent
    case sendToChild
    case sendToChildWithFollowUp
    case answerAsSent
    case answerChild
    case replaceChild
    case removeChild
  }

  static let asSent = LaneID(rawValue: 1)

  var machine = CommitMachine<WorldEntry>(window: 3)
  /// The lane of the child; nil while there is none.
  var child: LaneID? = LaneID(rawValue: 2)
  private var nextLane: UInt64 = 3
  /// The uncommitted actions of each lane, and how many of them are answered.
  private var lanes: [LaneID: [WorldEntry]] = [:]
  private var answered: [LaneID: Int] = [:]
  private(set) var accepted: [String] = []
  private(set) var committed: [String] = []
  private(set) var refusedCount = 0
  /// The number of follow-ups that have not committed, for which nobody waits.
  private(set) var followUpCount = 0
  private var sentCount = 0

  mutating func take(_ step: Step) {
    switch step {
    case .sendLocal: send(WorldEntry(name("local")))
    case .sendWithFollowUp:
      let name = name("cause")
      send(WorldEntry(name, followUps: [name + ".1", name + ".2"]))
    case .sendAsSent: send(WorldEntry(name("sent"), lane: Self.asSent))
    case .sendToChild: send(WorldEntry(name("ready"), lane: child, isForChild: true))
    case .sendToChildWithFollowUp:
      let name = name("ready")
      send(WorldEntry(name, lane: child, isForChild: true, followUps: [name + ".1", name + ".2"]))
    case .answerAsSent: answer(Self.asSent)
    case .answerChild: if let child { answer(child) }
    case .replaceChild: endChild(next: makeLane())
    case .removeChild: endChild(next: nil)
    }
    drain()
  }

  /// Answers all that is dispatched, for as long as something is.
  mutating func finish() {
    var count = -1
    while count != committed.count {
      count = committed.count
      for lane in lanes.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
        answered[lane] = lanes[lane]?.count
        if lane == child { machine.list(lane) }
      }
      drain()
    }
  }

  private mutating func name(_ kind: String) -> String {
    sentCount += 1
    return "\(sentCount) \(kind)"
  }

  private mutating func makeLane() -> LaneID {
    defer { nextLane += 1 }
    return LaneID(rawValue: nextLane)
  }

  // MARK: - Acceptance

  private mutating func send(_ entry: WorldEntry) {
    switch machine.admit(mayWait: true) {
    case .accepts: accept(entry)
    case .waits: machine.wait(entry)
    case .goesBeyond, .refuses: refusedCount += 1
    }
  }

  private mutating func accept(_ entry: WorldEntry) {
    accepted.append(entry.name)
    if entry.isForChild {
      entry.lane = child
      if child == nil { machine.awaitChild(entry, since: LaneID(rawValue: nextLane)) }
    }
    if let lane = entry.lane { lanes[lane, default: []].append(entry) }
    machine.add(bytes: 1)
    _ = machine.accept(entry, route(of: entry))
  }

  private func route(of entry: WorldEntry) -> CommitMachine<WorldEntry>.Route {
    guard entry.isForChild, let lane = entry.lane else { return .asSent }
    return .asReady(newest: lane)
  }

  // MARK: - Workers and children

  private mutating func answer(_ lane: LaneID) {
    guard answered[lane, default: 0] < lanes[lane]?.count ?? 0 else { return }
    answered[lane, default: 0] += 1
    if lane == child { machine.list(lane) }
  }

  private mutating func endChild(next: LaneID?) {
    guard let lane = child else {
      child = next
      return
    }
    child = next
    let entries = lanes.removeValue(forKey: lane) ?? []
    answered[lane] = nil
    for entry in entries {
      entry.lane = nil
      if entry.standing.place == .beside {
        machine.moveInside(entry, since: lane)
      } else {
        machine.awaitChild(entry, since: LaneID(rawValue: nextLane))
      }
    }
  }

  // MARK: - Commits

  private mutating func drain() {
    repeat { while commitNext() {} } while admitWaiting()
  }

  private mutating func admitWaiting() -> Bool {
    machine.noteRoom()
    guard let entry = machine.takeWaiting() else { return false }
    accept(entry)
    return true
  }

  private mutating func commitNext() -> Bool {
    if !machine.isQueueEmpty, commitHead() { return true }
    guard let lane = machine.takeReadyLane() else { return false }
    guard let entry = lanes[lane]?.first, entry.standing.place == .beside else { return true }
    if judge(entry) == .answered {
      machine.leaveBeside(entry)
      commit(entry)
    }
    return true
  }

  private mutating func commitHead() -> Bool {
    let entry = machine.head
    // The state tells whom it is for, now that everything before it has committed.
    if entry.isForChild, entry.lane != child {
      if let lane = entry.lane { lanes[lane]?.removeAll { $0 === entry } }
      entry.lane = child
      if let child {
        let place = lanes[child, default: []].prefix {
          $0.standing.isFollowUp || $0.standing.isRedirected
            || (!entry.standing.isFollowUp && $0.standing.number < entry.standing.number)
        }.count
        answered[child] = 0
        lanes[child, default: []].insert(entry, at: place)
      }
      machine.redirectHead()
    }
    switch judge(entry) {
    case .answered:
      machine.popHead()
      commit(entry)
      return true
    case .movesBeside:
      machine.moveHeadBeside()
      if let lane = entry.lane { machine.list(lane) }
      return true
    case .waits, .isDropped, .fails, .goesOnInProcess:
      return false
    }
  }

  private func judge(_ entry: WorldEntry) -> CommitJudgement {
    var question = CommitQuestion(
      isSenderGone: false, failure: nil,
      isToMoveBeside: entry.standing.place == .queued && route(of: entry) != .asSent)
    if let lane = entry.lane { question.add(readiness(of: entry, in: lane)) }
    return question.answer
  }

  private func readiness(of entry: WorldEntry, in lane: LaneID) -> LaneReadiness {
    if entry.isForChild, lanes[lane]?.first !== entry { return .isNotItsTurn }
    return answered[lane, default: 0] > 0 ? .hasAnswered : .isUnanswered
  }

  private mutating func commit(_ entry: WorldEntry) {
    committed.append(entry.name)
    if entry.standing.isFollowUp { followUpCount -= 1 }
    machine.remove(bytes: 1)
    if let lane = entry.lane {
      lanes[lane]?.removeAll { $0 === entry }
      answered[lane, default: 1] -= 1
      if lane == child, answered[lane, default: 0] > 0 { machine.list(lane) }
    }
    for name in entry.followUps {
      let followUp = WorldEntry(
        name, lane: entry.isForChild ? child : nil, isForChild: entry.isForChild)
      if entry.isForChild { insert(followUp: followUp) }
      machine.add(bytes: 1)
      followUpCount += 1
      _ = machine.acceptFollowUp(followUp, route(of: followUp))
    }
  }

  /// Puts a follow-up for the child behind the other follow-ups of its lane, and has that reduce anew what lies
  /// behind.
  private mutating func insert(followUp: WorldEntry) {
    guard let child else {
      return machine.awaitChild(followUp, since: LaneID(rawValue: nextLane))
    }
    let place = lanes[child, default: []].prefix { $0.standing.isFollowUp }.count
    answered[child] = min(answered[child, default: 0], place)
    lanes[child, default: []].insert(followUp, at: place)
  }
}
