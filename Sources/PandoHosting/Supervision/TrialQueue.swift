import DequeModule

/// The lanes that wait for their trials: in line for the quarantine worker, or at rest before they have theirs on a
/// worker that other stores use.
struct TrialQueue {
  private let placementMilliseconds: Int
  private var line: Deque<WaitingLane> = []
  private var resting: [WaitingLane] = []
  /// When a lane last left the quarantine worker.
  private var servedAt: Int?

  init(placementMilliseconds: Int) { self.placementMilliseconds = placementMilliseconds }

  // MARK: - The line

  mutating func join(_ item: WaitingLane) { line.append(item) }

  /// Puts lanes at the head of the line.
  mutating func putBack(_ back: [WaitingLane]) { line = Deque(back) + line }

  mutating func noteServed(_ now: Int) { servedAt = now }

  /// The lanes of the line that wait.
  func inLine(_ lanes: PoolLanes) -> [WaitingLane] { line.filter(lanes.isWaiting) }

  /// Returns whether a lane waits in line.
  mutating func isNeeded(by lanes: PoolLanes) -> Bool {
    while let first = line.first, !lanes.isWaiting(first) { line.removeFirst() }
    return !line.isEmpty
  }

  mutating func takeFirst() -> LaneID? { line.popFirst()?.lane }

  /// Takes all of the line, and some that wait no longer.
  mutating func takeAll() -> [WaitingLane] {
    defer { line = [] }
    return Array(line)
  }

  /// When a lane has waited long enough for the quarantine worker.
  ///
  /// Its time begins when it asks, and anew whenever the worker has done with one before it: a lane does not pay for
  /// the trials of others, each of which comes to its own end, and where no worker comes, all of the line wait equally
  /// long.
  private func deadline(of entry: PoolLanes.Entry) -> Int {
    max(entry.since, servedAt ?? entry.since) + placementMilliseconds
  }

  /// When the first of the line has waited long enough; nil where nobody does.
  func deadline(_ lanes: PoolLanes) -> Int? {
    inLine(lanes).compactMap { lanes[$0.lane].map(deadline(of:)) }.min()
  }

  /// Takes the lanes of the line that have waited long enough.
  mutating func takeLate(_ now: Int, _ lanes: PoolLanes) -> [LaneID] {
    guard let first = deadline(lanes), first <= now else { return [] }
    let waiting = inLine(lanes)
    line = Deque(waiting.filter { lanes[$0.lane].map { deadline(of: $0) > now } ?? false })
    return waiting.filter { lanes[$0.lane].map { deadline(of: $0) <= now } ?? false }.map(\.lane)
  }

  // MARK: - Rest

  mutating func rest(_ item: WaitingLane) { resting.append(item) }

  /// Returns the time until which a lane rests; nil where it does not.
  private func restEnd(_ item: WaitingLane, _ lanes: PoolLanes) -> Int? {
    guard let entry = lanes[item.lane], entry.ticket == item.ticket,
      case .resting(let until) = entry.state
    else { return nil }
    return until
  }

  func restEnds(_ lanes: PoolLanes) -> [Int] { resting.compactMap { restEnd($0, lanes) } }

  /// Takes the lanes that have rested.
  mutating func takeRested(_ now: Int, _ lanes: PoolLanes) -> [LaneID] {
    let former = resting
    resting = former.filter { item in restEnd(item, lanes).map { $0 > now } ?? false }
    return former.filter { item in restEnd(item, lanes).map { $0 <= now } ?? false }.map(\.lane)
  }
}
