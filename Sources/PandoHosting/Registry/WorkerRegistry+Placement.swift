extension WorkerRegistry {
  /// Chooses a worker by `PlacementPolicy` among those that host the very same feature, and counts one more
  /// lane for it.
  ///
  /// Complexity: O(kinds of workers + log workers); for a lane that stands to others of a group O(workers).
  package mutating func place(
    _ wish: PlacementWish, avoiding avoided: Set<WorkerID> = []
  ) -> Result<Placement, PlacementRefusal> {
    let avoided = avoided.union(ids(of: wish.avoided ?? []).compactMap(\.self))
    let candidates = candidates(for: wish, avoiding: avoided)
    guard let chosen = PlacementPolicy.choose(wish, among: candidates, turn: placedCount),
      let worker = workers[chosen]
    else { return .failure(refusal(of: wish, avoided)) }
    placedCount += 1
    change(chosen) { $0.placedSinceBeat += 1 }
    // One under strain is named where all that have room are.
    let isGoal = worker.hasTold && worker.record.traits.share == nil
    return .success(Placement(chosen, worker.record, lanes: isGoal ? worker.lanes + 1 : nil))
  }

  /// Returns the workers among which the policy's choice for a lane is.
  func candidates(
    for wish: PlacementWish, avoiding avoided: Set<WorkerID>
  ) -> [PlacementCandidate<WorkerID>] {
    var neighbours: [WorkerID: Int] = [:]
    var neighboursOnHost: [String: Int] = [:]
    let held = wish.neighbours ?? []
    for (item, id) in zip(held, ids(of: held)) {
      guard let id, let worker = workers[id] else { continue }
      // Whatever a client says, the sums stay numbers.
      let lanes = min(max(0, item.lanes), 1 << 32)
      neighbours[id] = lanes
      neighboursOnHost[worker.record.hostName, default: 0] += lanes
    }
    return index.candidates(for: wish, avoiding: avoided).compactMap { id in
      guard let worker = workers[id] else { return nil }
      var candidate = PlacementCandidate(
        id: id, load: worker.lanes, traits: worker.record.traits)
      candidate.isStrained = worker.isStrained
      guard let group = wish.group else { return candidate }
      candidate.neighbours = neighbours[id] ?? 0
      switch group.kind {
      case .spread: candidate.neighboursOnHost = neighboursOnHost[worker.record.hostName] ?? 0
      case .affinity: candidate.seed = worker.seed
      }
      return candidate
    }
  }

  /// Returns the ids that workers have now which a client knows, perhaps by those that they had before they joined anew;
  /// nil for those that are not there.
  ///
  /// Complexity: O(1) for each; with an id of before, O(workers) for all.
  func ids(of held: [WorkerLanes]) -> [WorkerID?] {
    var byLife: [String: WorkerID]?
    return held.map { item in
      if workers[item.worker] != nil { return item.worker }
      guard let life = item.life else { return nil }
      if byLife == nil {
        let lives = workers.compactMap { id, worker in worker.record.life.map { ($0, id) } }
        byLife = Dictionary(lives) { max($0, $1) }
      }
      return byLife?[life]
    }
  }

  /// Returns the id that a worker has now, which a client may know by one of before it joined anew.
  ///
  /// Complexity: O(1); with an id of before, O(workers).
  package func id(of id: WorkerID, life: String?) -> WorkerID {
    ids(of: [WorkerLanes(worker: id, lanes: 0, life: life)])[0] ?? id
  }

  /// The same for whoever takes any worker with the feature.
  package mutating func place(
    _ feature: FeatureDescriptor, avoiding avoided: Set<WorkerID> = []
  ) -> Result<Placement, PlacementRefusal> {
    place(PlacementWish(feature), avoiding: avoided)
  }

  /// The number of workers that a refusal names.
  private static let namesAtMost = 16

  /// Complexity: O(kinds of workers); where some host the feature but none takes a lane, O(workers).
  private func refusal(of wish: PlacementWish, _ avoided: Set<WorkerID>) -> PlacementRefusal {
    let feature = wish.feature
    if workers.isEmpty { return .noWorkers(feature) }
    let kinds = index.kinds
    let hosts = kinds.filter { $0.value.features.contains(feature) }
    let labelled = hosts.filter { $0.value.traits.has(wish.labels) }
    let fitting = Set(labelled.filter { $0.value.traits.fits(wish) }.keys)
    if !fitting.isEmpty {
      var usable: [WorkerID] = []
      var unusable: [WorkerID] = []
      for (id, worker) in workers where fitting.contains(worker.kind) {
        let isUsable = !worker.isSuspect && worker.drain == nil && !avoided.contains(id)
        if isUsable { usable.append(id) } else { unusable.append(id) }
      }
      return usable.isEmpty
        ? .noneUsable(feature, workers: names(of: unusable))
        : .full(feature, workers: names(of: usable))
    }
    if !labelled.isEmpty, let build = wish.build {
      let theirs = labelled.values.map { $0.traits.build?.text ?? "unknown" }
      return .otherBuild(feature, wanted: build, theirs: Set(theirs).sorted())
    }
    if !hosts.isEmpty {
      let labels = hosts.values.reduce(into: Set<String>()) { $0.formUnion($1.traits.labels) }
      return .notLabelled(feature, wanted: wish.labels, theirs: labels.sorted())
    }
    let hosted = kinds.values.reduce(into: Set()) { $0.formUnion($1.features) }
    let theirs = hosted.filter { $0.name == feature.name }
    if !theirs.isEmpty {
      return .otherSchema(feature, theirs: theirs.sorted { "\($0)" < "\($1)" })
    }
    return .notHosted(feature, hosted: Set(hosted.map(\.name)).sorted())
  }

  private func names(of ids: [WorkerID]) -> [String] {
    let named = ids.sorted().prefix(Self.namesAtMost)
    let names = named.map { "\(workers[$0]?.record.name ?? "") \($0)" }
    return ids.count > named.count ? names + ["and \(ids.count - named.count) more"] : names
  }
}
