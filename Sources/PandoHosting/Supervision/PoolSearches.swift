import DequeModule

/// The questions to a coordinator: which lanes ask for a worker, by what they wish, and which are to ask later.
struct PoolSearches {
  /// The lanes with one wish.
  private struct Search {
    var queue: Deque<WaitingLane> = []
    var runningCount = 0
    /// Set while the last answer was that there is none.
    var pausedUntil: Int?
    var failures = 0
    var lastReason: String?
  }

  private let atOnce: Int
  private var searches: [PlacementWish: Search] = [:]
  private var runningCount = 0
  /// The wishes for which questions of a lane are out.
  private var running: [LaneID: [PlacementWish]] = [:]

  init(atOnce: Int) { self.atOnce = atOnce }

  /// The number of wishes for which lanes ask, or have asked.
  var count: Int { searches.count }
  var wishes: some Sequence<PlacementWish> { searches.keys }
  /// True if questions are out.
  var isAsking: Bool { runningCount > 0 }
  /// The times at which pauses are over behind which lanes wait.
  var deadlines: [Int] { searches.values.compactMap { $0.queue.isEmpty ? nil : $0.pausedUntil } }

  /// The last reason for which there was no worker.
  func lastReason(_ wish: PlacementWish) -> String? { searches[wish]?.lastReason }
  /// The number of answers in a row that there is none.
  func failures(_ wish: PlacementWish) -> Int { searches[wish]?.failures ?? 0 }

  mutating func add(_ lane: WaitingLane, _ wish: PlacementWish) {
    searches[wish, default: Search()].queue.append(lane)
  }

  mutating func putBack(_ lane: WaitingLane, _ wish: PlacementWish) {
    searches[wish]?.queue.prepend(lane)
  }

  /// Takes the lanes that are to ask now: as many as may ask at once, and one alone while the answer is no.
  mutating func take(
    _ wish: PlacementWish, _ now: Int, where isWaiting: (WaitingLane) -> Bool
  ) -> [LaneID] {
    guard var search = searches[wish] else { return [] }
    if let pausedUntil = search.pausedUntil, pausedUntil > now { return [] }
    // Where the lanes of a group are is asked anew for each of them.
    let atOnce = search.failures > 0 || wish.group != nil ? 1 : atOnce
    var lanes: [LaneID] = []
    while search.runningCount < atOnce, runningCount < self.atOnce,
      let next = search.queue.popFirst()
    {
      guard isWaiting(next) else { continue }
      search.runningCount += 1
      noteQuestion(next.lane, wish)
      lanes.append(next.lane)
    }
    search.pausedUntil = nil
    searches[wish] = search
    return lanes
  }

  /// Counts a question for a lane that has a place. It is to go out.
  mutating func probe(_ lane: LaneID, _ wish: PlacementWish) {
    searches[wish, default: Search()].runningCount += 1
    noteQuestion(lane, wish)
  }

  private mutating func noteQuestion(_ lane: LaneID, _ wish: PlacementWish) {
    runningCount += 1
    running[lane, default: []].append(wish)
  }

  /// A question for a lane has been answered. Returns its wish; nil where none is out.
  mutating func noteAnswer(_ lane: LaneID) -> PlacementWish? {
    guard let wish = running[lane]?.popLast() else { return nil }
    if running[lane]?.isEmpty == true { running[lane] = nil }
    runningCount -= 1
    searches[wish]?.runningCount -= 1
    return wish
  }

  mutating func succeed(_ wish: PlacementWish) { searches[wish]?.failures = 0 }

  /// Has no lane with a wish ask for a while, which is the longer the more often there was no worker.
  ///
  /// Lanes that asked at once have learned one thing together.
  mutating func pause(_ wish: PlacementWish, _ reason: String, _ now: Int) {
    if let end = searches[wish]?.pausedUntil, end > now { return }
    let failures = failures(wish)
    searches[wish]?.failures = failures + 1
    searches[wish]?.pausedUntil = now + min(2_000, 50 << min(failures, 10))
    searches[wish]?.lastReason = reason
  }

  /// Has everything that was refused or not answered asked again at once.
  mutating func forgetFailures() {
    for wish in searches.keys {
      searches[wish]?.failures = 0
      searches[wish]?.pausedUntil = nil
    }
  }

  /// The wishes whose lanes pause before they ask again.
  var paused: [PlacementWish] {
    searches.filter { $1.pausedUntil != nil && !$1.queue.isEmpty }.map(\.key)
  }

  /// Ends a pause, as what was answered may be true no longer. How often there was no worker counts on, so that the
  /// next pause is not shorter.
  mutating func endPause(_ wish: PlacementWish) { searches[wish]?.pausedUntil = nil }

  /// Forgets a group for which nobody asks, and whose pause is over: there may be as many as there are keys.
  mutating func forgetIfIdle(_ wish: PlacementWish) {
    if let search = searches[wish], wish.group != nil, search.queue.isEmpty,
      search.runningCount == 0, search.pausedUntil == nil
    {
      searches[wish] = nil
    }
  }
}
