extension WorkerRegistry {
  /// Chooses the worker with the fewest lanes among those that host the very same feature, and
  /// counts one more for it; of equals the one that joined first.
  ///
  /// Complexity: O(workers x features).
  package mutating func place(
    _ feature: FeatureDescriptor, avoiding avoided: Set<WorkerID> = []
  ) -> Result<Placement, PlacementRefusal> {
    let hosts = sortedWorkers.filter { $0.worker.record.features.contains(feature) }
    let usable = hosts.filter { !$0.worker.isSuspect && !avoided.contains($0.id) }
    // Of equals the first, which is the one with the lowest id.
    guard let chosen = usable.min(by: { $0.worker.lanes < $1.worker.lanes }) else {
      let names = hosts.map { "\($0.worker.record.name) \($0.id)" }
      return .failure(refusal(of: feature, hosts: names))
    }
    workers[chosen.id]?.placedSinceBeat += 1
    let record = chosen.worker.record
    return .success(
      Placement(
        worker: chosen.id, name: record.name, endpoint: record.endpoint, key: record.key,
        life: record.life))
  }

  private func refusal(of feature: FeatureDescriptor, hosts: [String]) -> PlacementRefusal {
    if workers.isEmpty { return .noWorkers(feature) }
    if !hosts.isEmpty { return .noneUsable(feature, workers: hosts) }
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
