import DequeModule

/// Decides when features are told that their effects ended with a worker.
///
/// A feature that is told starts its effects again, and an effect that crashes its worker crashes the
/// next. So a lane whose effects were lost with three workers, less than ten seconds apart, is a
/// *suspect*: it waits in a line. From there groups of suspects are told, one group after the other. A
/// group whose effects live for a while is cleared. One that loses its worker is tried again before all
/// others, after a pause that grows, in halves: so the lane at fault is found after a few deaths,
/// however many others share its worker. A lane that ends a worker three times in a row as the only one
/// of its group *fails*: its feature is not told, but recovers by its policy. A worker that ends of a
/// lane that was cleared shows that the groups did not live long enough: the next live longer.
///
/// Effects that end a worker less often than every ten seconds are left alone.
///
/// Of an effect that its worker names as it dies none of that is needed: its lane is told at once, and fails
/// when it does that again within a minute. The other lanes of that worker are told, and suspected of nothing.
///
/// Group testing by halves: Dorfman, "The Detection of Defective Members of Large Populations", 1943.
///
/// Pure: time arrives with the events, in milliseconds of a clock that never goes back.
package struct InterruptionMachine: Hashable, Sendable {
  package enum Directive: Hashable, Sendable {
    /// Tell the lane's feature.
    case tell(LaneID)
    /// Let the lane's feature recover: so many workers ended while they ran its effects.
    case fail(LaneID, deaths: Int)
  }

  private struct Record: Hashable {
    /// The number of workers that ended with its effects in a row.
    var deaths = 0
    /// The number of them in a row while it was alone in its group.
    var deathsAlone = 0
    /// When it was last lost, or cleared.
    var lastNews = 0
    var isCleared = false
    /// The number of workers in a row that named an effect of it as they died, and when the last did.
    var blames = 0
    var lastBlame = 0

    /// The number of workers in a row that were killed from outside with its effects, and when the last was.
    var kills = 0
    var lastKill = 0

    func isBlamed(_ now: Int) -> Bool {
      blames > 0 && now - lastBlame <= InterruptionMachine.blameMilliseconds
    }
  }

  /// After how long without a death a lane is no suspect any more.
  package static let forgettingMilliseconds = 10_000
  /// After how long without another a death that was certainly of its effects is forgotten.
  package static let blameMilliseconds = 60_000
  private static let blamesAtMost = 2
  private static let killsForgiven = 5
  /// The number of deaths that are answered at once.
  private static let deathsAtOnce = 2
  private static let deathsAloneAtMost = 3
  private static let shortestProbationMilliseconds = 2_000
  private static let shortestPauseMilliseconds = 250
  private static let longestPauseMilliseconds = 8_000

  private var records: [LaneID: Record] = [:]
  /// The suspects that are to be told.
  private var line: Deque<LaneID> = []
  private var waiting: Set<LaneID> = []
  /// The lanes of the last group that failed, which go first.
  private var urgent: Set<LaneID> = []
  /// The suspects that were told last, and are not cleared.
  private var group: Set<LaneID> = []
  private var groupEnd = 0
  /// The number of lanes that are told next; nil for half of the line.
  private var groupSize: Int?
  /// The time that the effects of a group must live.
  private var probation = shortestProbationMilliseconds
  private var failures = 0
  private var pauseEnd = 0
  private var nextCleaning = 0

  package init() {}

  /// True if nobody is suspected, and no death remembered.
  package var isIdle: Bool { records.isEmpty }

  /// A worker died, and with it effects of these lanes.
  ///
  /// - Parameter isKill: Whether it was killed from outside, or as memory ran out: the first few of that in a row are
  ///   nobody's.
  package mutating func lost(_ lanes: [LaneID], isKill: Bool = false, now: Int) {
    let lanes = isKill ? lanes.filter { !forgivesKill(of: $0, now) } : lanes
    var wasCleared = false
    for lane in lanes {
      var record = records[lane] ?? Record()
      let quiet = now - record.lastNews
      if quiet > Self.forgettingMilliseconds, !isSuspected(lane) {
        (record.deaths, record.deathsAlone, record.isCleared) = (0, 0, false)
      }
      // Another death may take as long as the one before.
      if record.deaths > 0, !isSuspected(lane) { lengthenProbation(to: quiet * 4) }
      wasCleared = wasCleared || record.isCleared
      record.isCleared = false
      record.deaths += 1
      record.lastNews = now
      records[lane] = record
    }
    let fallen = group.intersection(lanes)
    if !fallen.isEmpty {
      if fallen.count == 1, let lane = fallen.first { records[lane]?.deathsAlone += 1 }
      group.subtract(fallen)
      groupSize = max(1, fallen.count / 2)
      urgent = fallen
    } else if wasCleared {
      lengthenProbation(to: probation * 2)
      groupSize = nil
      urgent = []
    } else {
      return
    }
    let pause = Self.shortestPauseMilliseconds << min(failures, 10)
    pauseEnd = now + min(pause, Self.longestPauseMilliseconds)
    failures += 1
  }

  /// Returns whether a kill of a lane's worker is one of the first in a row.
  private mutating func forgivesKill(of lane: LaneID, _ now: Int) -> Bool {
    var record = records[lane] ?? Record()
    record.kills = now - record.lastKill > Self.forgettingMilliseconds ? 1 : record.kills + 1
    record.lastKill = now
    records[lane] = record
    return record.kills <= Self.killsForgiven
  }

  /// A worker died of an effect of this lane, by its own last words.
  package mutating func blamed(_ lane: LaneID, now: Int) {
    var record = records[lane] ?? Record()
    record.blames = record.isBlamed(now) ? record.blames + 1 : 1
    record.lastBlame = now
    records[lane] = record
  }

  /// Returns whether a lane waits to be told, or to be cleared.
  private func isSuspected(_ lane: LaneID) -> Bool {
    waiting.contains(lane) || group.contains(lane)
  }

  private mutating func lengthenProbation(to milliseconds: Int) {
    probation = min(max(probation, milliseconds), Self.forgettingMilliseconds)
  }

  /// A lane that lost effects has a worker again.
  ///
  /// - Returns: What to do now; nil when it has to wait.
  package mutating func due(_ lane: LaneID) -> Directive? {
    guard let record = records[lane] else { return .tell(lane) }
    if record.blames >= Self.blamesAtMost {
      ended(lane)
      return .fail(lane, deaths: record.blames)
    }
    guard record.deaths > Self.deathsAtOnce else { return .tell(lane) }
    if record.deathsAlone >= Self.deathsAloneAtMost {
      ended(lane)
      return .fail(lane, deaths: record.deaths)
    }
    guard waiting.insert(lane).inserted else { return nil }
    if urgent.contains(lane) { line.prepend(lane) } else { line.append(lane) }
    return nil
  }

  /// Time has passed.
  ///
  /// - Returns: What to do now.
  package mutating func tick(now: Int) -> [Directive] {
    if !group.isEmpty, now >= groupEnd { clearGroup(now) }
    var told: [LaneID] = []
    if group.isEmpty, !line.isEmpty, now >= pauseEnd {
      let size = groupSize ?? (line.count + 1) / 2
      let first = line.prefix(size).prefix { urgent.contains($0) }
      told = first.isEmpty ? Array(line.prefix(size)) : Array(first)
      line.removeFirst(told.count)
      waiting.subtract(told)
      urgent.subtract(told)
      group = Set(told)
      groupSize = told.count
      groupEnd = now + probation
    }
    if now >= nextCleaning { clean(now) }
    return told.map { .tell($0) }
  }

  /// The effects of those who were told last live.
  private mutating func clearGroup(_ now: Int) {
    for lane in group {
      records[lane]?.deaths = Self.deathsAtOnce
      records[lane]?.deathsAlone = 0
      records[lane]?.lastNews = now
      records[lane]?.isCleared = true
    }
    // As long as some of a group that failed are left, the lane at fault is among them.
    groupSize = urgent.isEmpty ? group.count * 2 : group.count
    group = []
    failures = max(0, failures - 1)
  }

  private mutating func clean(_ now: Int) {
    nextCleaning = now + 1_000
    records = records.filter { lane, record in
      now - max(record.lastNews, record.lastKill) <= Self.forgettingMilliseconds
        || record.isBlamed(now) || isSuspected(lane)
    }
    if line.isEmpty, group.isEmpty { (groupSize, failures, urgent) = (nil, 0, []) }
    if records.isEmpty { probation = Self.shortestProbationMilliseconds }
  }

  /// The lane is over.
  package mutating func ended(_ lane: LaneID) {
    guard records.removeValue(forKey: lane) != nil else { return }
    if waiting.remove(lane) != nil { line.removeAll { $0 == lane } }
    urgent.remove(lane)
    group.remove(lane)
  }
}
