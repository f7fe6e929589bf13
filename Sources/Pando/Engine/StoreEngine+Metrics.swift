import PandoHosting

extension StoreEngine {
  /// The figures of the store. Takes the lock. O(children).
  package var hostingFigures: HostingFigures {
    withState { _ in
      var report = HostingFigures()
      report.accepted = commits.acceptedCount
      report.commits = version
      report.failures = failureCount
      report.uncommitted = commits.queuedCount + commits.besideCount
      report.uncommittedBytes = commits.pendingBytes
      report.window = window
      report.localEffects = effects.count
      report.features = endedFeatures
      for lane in lanes.values { add(lane, to: &report.features) }
      for outbox in outboxes.all { outbox.add(to: &report.links) }
      return report
    }
  }

  /// Keeps the figures of a lane that ends.
  func keepFigures(of lane: AnyLane) {
    addGrowing(lane, to: &endedFeatures[lane.feature.descriptor.name, default: .init()])
  }

  private func add(_ lane: AnyLane, to features: inout [String: HostingFigures.Feature]) {
    let name = lane.feature.descriptor.name
    addGrowing(lane, to: &features[name, default: .init()])
    features[name]?.children[standing(of: lane).word, default: 0] += 1
    features[name]?.uncommitted += lane.machine.count
    features[name]?.inFlight += lane.machine.inFlightCount
    features[name]?.window += lane.machine.limit.value
    features[name]?.effects += effectCount(of: lane)
  }

  private func addGrowing(_ lane: AnyLane, to feature: inout HostingFigures.Feature) {
    let committed = lane.machine.first.rawValue - SequenceNumber.first.rawValue
    feature.committed += committed
    feature.accepted += committed + UInt64(lane.machine.count)
    feature.squashes += squashCount(of: lane)
    feature.placements += lane.life
    feature.losses += lane.restartCount
    feature.blamedLosses += lane.blameCount
    feature.quarantines += lane.quarantineCount
    feature.dispatchedBytes &+= lane.figures.dispatchedBytes
    feature.answeredBytes &+= lane.figures.answeredBytes
  }

  /// An epoch begins with each squash, and with each worker that a lane leaves.
  private func squashCount(of lane: AnyLane) -> UInt64 {
    let epochs = lane.machine.epoch.rawValue - Epoch.first.rawValue
    let hasWorker = lane.machine.phase != .unplaced && lane.life > 0
    let left = hasWorker ? lane.life - 1 : lane.life
    return epochs > left ? epochs - left : 0
  }
}

extension HostedChild.Standing {
  /// The standing as one word, for labels.
  package var word: String {
    switch self {
    case .waiting: "waiting"
    case .resting: "resting"
    case .hosted: "hosted"
    case .moving: "moving"
    case .onTrial: "on_trial"
    case .unhostable: "unhostable"
    case .inProcess: "in_process"
    case .ending: "ending"
    }
  }
}
