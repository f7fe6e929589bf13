extension WorkerRegistry {
  /// Chooses a worker by `PlacementPolicy` among those that host the very same feature, and counts one more
  /// lane for it.
  ///
  /// Complexity: O(workers x features).
  package mutating func place(
    _ wish: PlacementWish, avoiding avoided: Set<WorkerID> = []
  ) -> Result<Placement, PlacementRefusal> {
    let candidates = workers.lazy.filter { id, worker in
      !worker.isSuspect && worker.drain == nil && !avoided.contains(id)
        && worker.record.features.contains(wish.feature)
    }
    .map { id, worker in
      PlacementCandidate(id: id, load: worker.lanes, traits: worker.record.traits)
    }
    guard let chosen = PlacementPolicy.choose(wish, among: candidates, turn: placedCount),
      let record = workers[chosen]?.record
    else { return .failure(refusal(of: wish, avoided)) }
    placedCount += 1
    workers[chosen]?.placedSinceBeat += 1
    return .success(
      Placement(
        worker: chosen, name: record.name, endpoint: record.endpoint, key: record.key,
        life: record.life))
  }

  /// The same for whoever takes any worker with the feature.
  package mutating func place(
    _ feature: FeatureDescriptor, avoiding avoided: Set<WorkerID> = []
  ) -> Result<Placement, PlacementRefusal> {
    place(PlacementWish(feature), avoiding: avoided)
  }

  private func refusal(of wish: PlacementWish, _ avoided: Set<WorkerID>) -> PlacementRefusal {
    let feature = wish.feature
    if workers.isEmpty { return .noWorkers(feature) }
    let hosts = sortedWorkers.filter { $0.worker.record.features.contains(feature) }
    let labelled = hosts.filter { $0.worker.record.traits.has(wish.labels) }
    let fitting = labelled.filter { $0.worker.record.traits.fits(wish) }
    if !fitting.isEmpty {
      let usable = fitting.filter { id, worker in
        !worker.isSuspect && worker.drain == nil && !avoided.contains(id)
      }
      let names = (usable.isEmpty ? fitting : usable).map { "\($0.worker.record.name) \($0.id)" }
      return usable.isEmpty ? .noneUsable(feature, workers: names) : .full(feature, workers: names)
    }
    if !labelled.isEmpty, let build = wish.build {
      let theirs = labelled.map { $0.worker.record.traits.build?.text ?? "unknown" }
      return .otherBuild(feature, wanted: build, theirs: Set(theirs).sorted())
    }
    if !hosts.isEmpty {
      let labels = hosts.reduce(into: Set<String>()) {
        $0.formUnion($1.worker.record.traits.labels)
      }
      return .notLabelled(feature, wanted: wish.labels, theirs: labels.sorted())
    }
    var hosted: [FeatureDescriptor] = []
    for (_, worker) in sortedWorkers {
      for feature in worker.record.features where !hosted.contains(feature) {
        hosted.append(feature)
      }
    }
    let theirs = hosted.filter { $0.name == feature.name }
    if !theirs.isEmpty { return .otherSchema(feature, theirs: theirs) }
    return .notHosted(feature, hosted: Set(hosted.map(\.name)).sorted())
  }
}
