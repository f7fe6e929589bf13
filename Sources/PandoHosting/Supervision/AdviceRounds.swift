/// Says when a coordinator is asked which lanes may move: it knows the loads that all stores together make.
struct AdviceRounds {
  /// So many wishes are asked about in one round; the others have their turn later.
  private static let wishesAtMost = 8

  /// Grows with every round. An answer of an earlier round comes too late: what it granted is soon forgotten.
  private(set) var number: UInt64 = 0
  private let everyMilliseconds: Int
  private var due: Int?
  /// The wish with which the next round begins, among all in order.
  private var firstWish = 0

  init(everyMilliseconds: Int) { self.everyMilliseconds = everyMilliseconds }

  /// Returns whether a round begins.
  ///
  /// - Parameter isOfUse: True if there are lanes that could move.
  mutating func begin(isOfUse: Bool, _ now: Int) -> Bool {
    let isDue = due.map { $0 <= now } ?? false
    if !isOfUse {
      due = nil
      return false
    }
    if isDue || due == nil { due = now + everyMilliseconds }
    if isDue { number += 1 }
    return isDue
  }

  /// Returns the questions of a round.
  mutating func questions(_ seats: PoolSeats, _ lanes: PoolLanes, _ now: Int) -> [PoolDirective] {
    // The lanes that may move, by what they wish and where they are.
    var held: [PlacementWish: [Placement: Int]] = [:]
    for (id, member) in seats.members where member.phase == .ready && member.drain == nil {
      guard let worker = member.found else { continue }
      for (wish, count) in lanes.wishesToBalance(on: id, now) {
        held[wish, default: [:]][worker, default: 0] += count
      }
    }
    return take(held.keys).map { wish in
      let workers = (held[wish] ?? [:]).map { found, lanes in
        WorkerLanes(worker: found.worker, lanes: lanes, life: found.life)
      }
      return .askForAdvice(
        wish, round: number, holding: workers.sorted { $0.worker < $1.worker })
    }
  }

  /// Takes the wishes whose turn it is.
  mutating func take(_ wishes: some Sequence<PlacementWish>) -> [PlacementWish] {
    let sorted = wishes.map { ("\($0)", $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    guard !sorted.isEmpty else {
      firstWish = 0
      return []
    }
    let first = firstWish
    firstWish = (first + Self.wishesAtMost) % sorted.count
    return (0..<min(Self.wishesAtMost, sorted.count)).map { sorted[(first + $0) % sorted.count] }
  }
}
