import PandoHosting

/// The effects of a store's actions that run on workers, and the actions that wait for a lane's end there. Guarded by the
/// store's lock.
struct RemoteEffectTable {
  private var effects: [RemoteKey: RemoteEffects] = [:]
  /// The actions that wait for a lane to be freed by its worker.
  private var closings: [LaneID: ActionTracker] = [:]

  var isEmpty: Bool { effects.isEmpty }
  /// The number of actions that have effects on workers.
  var count: Int { effects.count }

  subscript(_ key: RemoteKey) -> RemoteEffects? { effects[key] }

  /// All of them, those of older lanes and actions first. O(n log n).
  var sorted: [(key: RemoteKey, value: RemoteEffects)] {
    effects.sorted {
      ($0.key.lane.rawValue, $0.key.sequence) < ($1.key.lane.rawValue, $1.key.sequence)
    }
  }

  /// The trackers of all actions that wait for a worker here.
  var trackers: [ActionTracker] { effects.values.map(\.tracker) + closings.values }

  /// Returns whether a condition holds of all trackers of actions with effects.
  func allSatisfy(_ condition: (ActionTracker) -> Bool) -> Bool {
    effects.values.allSatisfy { condition($0.tracker) }
  }

  mutating func add(_ effects: RemoteEffects, for key: RemoteKey) {
    self.effects[key] = effects
  }

  /// Notes that so many effects of an action have ended, or fewer, if it has fewer. Returns how many, and whether they
  /// were the last; nil where it has none.
  mutating func end(
    _ key: RemoteKey, count: Int
  ) -> (effects: RemoteEffects, count: Int, isLast: Bool)? {
    guard let found = effects[key] else { return nil }
    let count = min(count, found.remaining)
    let isLast = count == found.remaining
    if isLast { effects[key] = nil } else { found.remaining -= count }
    return (found, count, isLast)
  }

  /// Takes out the effects of an action whose worker was lost.
  mutating func remove(_ key: RemoteKey) -> RemoteEffects? {
    effects.removeValue(forKey: key)
  }

  // MARK: - Lanes that close

  /// Has an action wait for a lane to be freed.
  mutating func wait(_ tracker: ActionTracker, forEndOf lane: LaneID) {
    closings[lane] = tracker
  }

  /// Returns the action that waited for a lane to be freed, if one did.
  mutating func ended(_ lane: LaneID) -> ActionTracker? {
    closings.removeValue(forKey: lane)
  }
}
