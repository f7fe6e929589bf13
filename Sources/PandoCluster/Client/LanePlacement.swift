import PandoHosting

/// Which worker has which lane, and which lanes wait for one.
///
/// Lanes that wait while a program's workers start are shared among all of them: the first that is
/// there gets its part, and the rest wait for the others, each of which comes or is given up once.
///
/// Pure; `Worker` is whatever stands for a worker.
struct LanePlacement<Worker: Hashable> {
  /// A lane, and the worker that gets it.
  typealias Assignment = (lane: LaneID, worker: Worker)

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
  /// The names of workers that are starting for the first time.
  private var starting: Set<String>

  init(starting: some Sequence<String> = []) {
    self.starting = Set(starting)
  }

  /// The features that lanes wait for and that no worker hosts.
  var missingFeatures: Set<FeatureDescriptor> {
    Set(waiting.map(\.feature).filter { !isHosted($0) })
  }

  /// A lane asks for a worker; it waits while none hosts its feature, or others wait for their share.
  mutating func place(_ lane: LaneID, _ feature: FeatureDescriptor) -> Worker? {
    guard waiting.isEmpty || starting.isEmpty, let worker = leastLoaded(hosting: feature) else {
      waiting.append((lane, feature))
      return nil
    }
    assign(lane, to: worker)
    return worker
  }

  /// A worker came; returns who gets what of the lanes that waited.
  mutating func add(
    _ worker: Worker, named name: String, features: some Sequence<FeatureDescriptor>
  ) -> [Assignment] {
    workers[worker] = Entry(features: Set(features), order: nextOrder)
    nextOrder += 1
    starting.remove(name)
    if starting.isEmpty { return placeAll() }
    let hosted = waiting.filter { workers[worker]?.features.contains($0.feature) == true }
    let share = (hosted.count + starting.count) / (starting.count + 1)
    return hosted.prefix(share).map { lane, _ in
      waiting.removeAll { $0.lane == lane }
      assign(lane, to: worker)
      return (lane, worker)
    }
  }

  /// A worker will not come, or not soon; returns who gets what of the lanes that waited for it.
  mutating func giveUp(_ name: String) -> [Assignment] {
    guard starting.remove(name) != nil, starting.isEmpty else { return [] }
    return placeAll()
  }

  /// No worker is waited for any longer; returns who gets what of the lanes that waited.
  mutating func giveUpAll() -> [Assignment] {
    starting.removeAll()
    return placeAll()
  }

  private mutating func placeAll() -> [Assignment] {
    var placed: [Assignment] = []
    var unplaced: [(lane: LaneID, feature: FeatureDescriptor)] = []
    for (lane, feature) in waiting {
      guard let worker = leastLoaded(hosting: feature) else {
        unplaced.append((lane, feature))
        continue
      }
      assign(lane, to: worker)
      placed.append((lane, worker))
    }
    waiting = unplaced
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
