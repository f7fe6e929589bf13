import PandoHosting

// The lanes as they are now, for people and for metrics.
extension LaneDesk {
  /// The figures of all lanes, and of those that have ended, by feature. O(lanes).
  var featureFigures: [String: HostingFigures.Feature] {
    var features = endedFeatures
    for lane in lanes.values {
      add(lane, to: &features[lane.feature.descriptor.name, default: .init()])
    }
    for (feature, costs) in costs.features { features[feature]?.costs = costs }
    return features
  }

  private func add(_ lane: AnyLane, to feature: inout HostingFigures.Feature) {
    addGrowing(lane, to: &feature)
    feature.children[standing(of: lane).word, default: 0] += 1
    feature.uncommitted += lane.machine.count
    feature.inFlight += lane.machine.inFlightCount
    feature.window += lane.machine.limit.value
    feature.effects += effectCount(of: lane)
  }

  /// Adds the figures of a lane that only grow.
  func addGrowing(_ lane: AnyLane, to feature: inout HostingFigures.Feature) {
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

  /// A lane as people see it, but for its identities and its process.
  func describe(_ lane: AnyLane) -> HostedChild {
    HostedChild(
      id: lane.id.rawValue, feature: lane.feature.descriptor.name,
      identities: [],
      standing: standing(of: lane), worker: lane.link?.name, processID: nil,
      uncommittedCount: lane.machine.count, inFlightCount: lane.machine.inFlightCount,
      window: lane.machine.limit.value, effectCount: effectCount(of: lane),
      placementCount: lane.life, restartCount: lane.restartCount, lastProblem: lane.lastProblem)
  }

  private func standing(of lane: AnyLane) -> HostedChild.Standing {
    if lane.isInProcess { return .inProcess }
    switch lane.machine.phase {
    case .open:
      if lane.machine.isOnTrial { return .onTrial }
      return lane.isToMove ? .moving : .hosted
    case .closing, .ended: return .ending
    case .unplaced:
      if lane.machine.isUnhostable { return .unhostable(reason: lane.refusal) }
      return lane.machine.isResting ? .resting : .waiting
    }
  }

  // MARK: - In words, for people who wonder why a store does not go on

  /// A line for each lane and worker.
  var standing: [String] {
    var lines = sortedLanes.map(words)
    if let lane = trials.lane { lines.append("on trial: \(lane)") }
    if !trials.waiting.isEmpty { lines.append("waiting for a trial: \(trials.waiting)") }
    for worker in backend?.workers ?? [] {
      lines.append(
        """
        \(worker.name): \(worker.state), process \(worker.processID ?? 0), \
        \(worker.childCount) children
        """)
    }
    return lines
  }

  private func words(for lane: AnyLane) -> String {
    """
    \(lane.id): \(lane.machine.phase), \(lane.machine.count) actions of which \
    \(lane.machine.inFlightCount) in flight, head \(lane.machine.first.rawValue) \
    \(lane.machine.isHeadReady ? "ready" : "not ready"), epoch \(lane.machine.epoch.rawValue), \
    \(lane.link?.name ?? "no worker"), \(lane.machine.headRecord)
    """
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
