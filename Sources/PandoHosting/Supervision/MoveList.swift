import DequeModule

/// The lanes that are to leave members which drain, and when.
struct MoveList {
  private let atOnce: Int
  private let pauseMilliseconds: Int
  private var movers: Deque<LaneID> = []
  /// The lanes that have nowhere to go.
  private var stranded: [LaneID] = []
  /// The lanes among both, but for those that have left their member since.
  private var listed: Set<LaneID> = []
  /// The members that have begun to drain, or do so no longer.
  private var changedDrains: Set<MemberID> = []
  /// True if a member with a limit has got room that nobody was offered yet.
  private(set) var hasFreedPlace = false
  /// When the next lanes move.
  private(set) var due: Int?

  init(limits: PoolLimits) {
    (atOnce, pauseMilliseconds) = (limits.movesAtOnce, limits.movePauseMilliseconds)
  }

  func isDue(_ now: Int) -> Bool { due.map { $0 <= now } ?? false }
  var hasChangedDrains: Bool { !changedDrains.isEmpty }

  private mutating func hasten(_ now: Int) { due = min(due ?? now, now) }

  mutating func noteDrainChanged(_ id: MemberID, _ now: Int) {
    changedDrains.insert(id)
    hasten(now)
  }

  /// Takes the members that have begun to drain, or do so no longer.
  mutating func takeChangedDrains() -> [MemberID] {
    defer { changedDrains = [] }
    return changedDrains.sorted()
  }

  /// Has lanes moved, those with the least ids first.
  ///
  /// - Parameter now: The present time; nil to leave it at the time that others are due at.
  mutating func add(_ lanes: some Collection<LaneID>, _ now: Int?) {
    guard !lanes.isEmpty else { return }
    for lane in lanes.sorted(by: { $0.rawValue < $1.rawValue })
    where listed.insert(lane).inserted {
      movers.append(lane)
    }
    hasten(now ?? due ?? 0)
  }

  /// Takes as many lanes as may move at once. The next are due after a pause: the lanes that are moved share the worker
  /// that they go to, and the thread that moves them.
  mutating func take(_ now: Int) -> [LaneID] {
    var lanes: [LaneID] = []
    while lanes.count < atOnce, let lane = movers.popFirst() { lanes.append(lane) }
    listed.subtract(lanes)
    due = movers.isEmpty ? nil : now + pauseMilliseconds
    return lanes
  }

  /// A lane leaves its member, or is gone: what is asked for it from now on is news.
  mutating func forget(_ lane: LaneID) { listed.remove(lane) }

  mutating func strand(_ lane: LaneID) {
    if listed.insert(lane).inserted { stranded.append(lane) }
  }

  /// Has places looked for once more for lanes that had nowhere to go.
  mutating func retryStranded(_ now: Int) {
    guard !stranded.isEmpty else { return }
    movers += stranded
    stranded = []
    hasten(now)
  }

  mutating func noteFreedPlace() { hasFreedPlace = true }

  mutating func takeFreedPlace() -> Bool {
    defer { hasFreedPlace = false }
    return hasFreedPlace
  }
}
