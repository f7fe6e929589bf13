// Lanes that may move because one worker has many and another few.
extension WorkerRegistry {
  /// The number of lanes that one store is told to move at once.
  package static let balanceAtMost = 64
  /// The time for which a grant counts: longer than stores try to make the moves, and loads take to be told.
  package static let grantMilliseconds = 7_000

  /// Returns the moves that a store may make; nil where its lanes are to stay.
  ///
  /// The worker of the store with the most lanes gives to the best for the wish, if the difference is large: at most
  /// half of it, and of that the store's own part, for others have lanes there too. What was granted counts at once,
  /// as if it had been done, until it shows in the loads. So a crowd of stores is told no more together than one
  /// would be, and each move makes a difference of at least the threshold smaller, so that moves come to an
  /// end: the sum of the squares of the loads falls with each, and is never negative. What is left is far from what
  /// makes it act, so that no lane goes to and fro.
  ///
  /// Coordinators that share a registry do not hear of each other's grants. Each takes it that the others have granted
  /// as much as itself, and grants its part.
  ///
  /// Complexity: that of a placement, and O(workers of the store).
  ///
  /// - Parameters:
  ///   - held: The workers that have lanes of the store with this wish, perhaps by ids of before they joined anew.
  ///   - coordinators: The number of coordinators that share the registry.
  package mutating func advise(
    _ wish: PlacementWish, holding held: [WorkerLanes], coordinators: Int = 1,
    atMilliseconds now: Int
  ) -> BalanceAdvice? {
    expireGrants(atMilliseconds: now)
    let others = max(1, coordinators)
    var from: (id: WorkerID, worker: Worker, excess: Int, item: WorkerLanes)?
    for (item, id) in zip(held, ids(of: held)) where item.lanes > 0 {
      guard let id, let worker = workers[id], worker.isKnownWell, worker.drain == nil,
        worker.record.traits.share == nil
      else { continue }
      let excess = worker.lanes - others * worker.leaving
      if from.map({ (excess, $0.id) > ($0.excess, id) }) ?? true {
        from = (id, worker, excess, item)
      }
    }
    guard let from, let (id, best) = destination(for: wish, insteadOf: from.id, from.worker) else {
      return nil
    }
    let difference = from.excess - (best.lanes + others * best.coming)
    guard difference >= max(balanceLanes, from.excess / 4, 2 * others) else { return nil }
    // Its part of what is to go, rounded up: what was granted is not granted again.
    let half = difference / 2 / others
    let part =
      (half * min(from.item.lanes, from.worker.lanes) + from.worker.lanes - 1)
      / max(1, from.worker.lanes)
    let room = best.record.traits.lanesAtMost.map { $0 - best.expectedLanes } ?? .max
    let lanes = min(part, half, from.item.lanes, Self.balanceAtMost, room)
    guard lanes > 0 else { return nil }
    grants.append(
      BalanceGrant(
        from: from.id, destination: id, lanes: lanes,
        untilMilliseconds: now + Self.grantMilliseconds))
    change(from.id) { $0.leaving += lanes }
    change(id) { $0.coming += lanes }
    // By the id that the client knows.
    return BalanceAdvice(
      from: from.item.worker, destination: Placement(id, best.record), lanes: lanes)
  }

  /// Returns the worker that is to get lanes; nil where none is better than the one that has them.
  private func destination(
    for wish: PlacementWish, insteadOf former: WorkerID, _ worker: Worker
  ) -> (WorkerID, Worker)? {
    let candidates = candidates(for: wish, avoiding: [former]).filter {
      $0.traits.share == nil && (!$0.isStrained || worker.isStrained)
        && (!$0.traits.isOtherBuild(than: wish)
          || worker.record.traits.isOtherBuild(than: wish))
    }
    guard let id = PlacementPolicy.choose(wish, among: candidates), let best = workers[id],
      best.isKnownWell
    else { return nil }
    return (id, best)
  }

  /// Counts no longer what was granted too long ago.
  package mutating func expireGrants(atMilliseconds now: Int) {
    while let first = grants.first, first.untilMilliseconds <= now {
      grants.removeFirst()
      change(first.from) { $0.leaving -= first.lanes }
      change(first.destination) { $0.coming -= first.lanes }
    }
  }
}

extension WorkerRegistry.Worker {
  /// True if its load is what it has told, and not the none of one that has just joined.
  fileprivate var isKnownWell: Bool { hasTold && !isSuspect }
}
