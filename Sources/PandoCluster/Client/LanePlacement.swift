import PandoHosting

/// Which worker has which lane, and which lanes wait for one.
///
/// Pure; `Worker` is whatever stands for a worker.
struct LanePlacement<Worker: Hashable> {
  private struct Entry {
    var features: Set<FeatureDescriptor>
    var laneCount = 0
    /// Ties go to the worker that came first.
    let order: Int
  }

  private var workers: [Worker: Entry] = [:]
  private var places: [LaneID: Worker] = [:]
  private var waiting: [(lane: LaneID, feature: FeatureDescriptor)] = []
  private var nextOrder = 0

  init() {}

  var waitingFeatures: Set<FeatureDescriptor> { Set(waiting.map(\.feature)) }

  /// A lane asks for a worker; without one that hosts its feature it waits.
  mutating func place(_ lane: LaneID, _ feature: FeatureDescriptor) -> Worker? {
    guard let worker = leastLoaded(hosting: feature) else {
      waiting.append((lane, feature))
      return nil
    }
    assign(lane, to: worker)
    return worker
  }

  /// A worker came; returns the lanes that it gets at once.
  mutating func add(_ worker: Worker, features: some Sequence<FeatureDescriptor>) -> [LaneID] {
    workers[worker] = Entry(features: Set(features), order: nextOrder)
    nextOrder += 1
    var placed: [LaneID] = []
    waiting.removeAll { lane, feature in
      guard workers[worker]?.features.contains(feature) == true else { return false }
      placed.append(lane)
      return true
    }
    for lane in placed { assign(lane, to: worker) }
    return placed
  }

  /// A worker went; its lanes will ask again.
  mutating func remove(_ worker: Worker) {
    workers[worker] = nil
    places = places.filter { $0.value != worker }
  }

  /// How many lanes a worker has.
  func laneCount(of worker: Worker) -> Int { workers[worker]?.laneCount ?? 0 }

  /// Whether any worker hosts a feature.
  func isHosted(_ feature: FeatureDescriptor) -> Bool {
    workers.values.contains { $0.features.contains(feature) }
  }

  /// A lane is over.
  mutating func end(_ lane: LaneID) {
    waiting.removeAll { $0.lane == lane }
    if let worker = places.removeValue(forKey: lane) { workers[worker]?.laneCount -= 1 }
  }

  private mutating func assign(_ lane: LaneID, to worker: Worker) {
    if let former = places[lane] { workers[former]?.laneCount -= 1 }
    places[lane] = worker
    workers[worker]?.laneCount += 1
  }

  private func leastLoaded(hosting feature: FeatureDescriptor) -> Worker? {
    workers.filter { $0.value.features.contains(feature) }
      .min { ($0.value.laneCount, $0.value.order) < ($1.value.laneCount, $1.value.order) }?
      .key
  }
}
