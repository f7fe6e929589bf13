import PandoHosting
import PandoWire

extension ClusterStatus {
  /// The same with numbers that can be summed up, rounded and shown, and no more and no longer texts than an honest
  /// coordinator has, whatever this one says.
  var bounded: ClusterStatus {
    var status = self
    status.coordinator = coordinator.bounded
    status.registry = registry.bounded
    status.workers = workers.prefix(CoordinatorLimits.workers).map(\.bounded)
    status.problems = problems.prefix(CoordinatorLimits.problems).map(\.bounded)
    status.problemsLeftOut = problemsLeftOut.map { max(0, $0) }
    return status
  }

  /// The longest time that is believed: some 35,000 years.
  private static let millisecondsAtMost = 1 << 50

  fileprivate static func time(_ milliseconds: Int) -> Int {
    min(max(0, milliseconds), millisecondsAtMost)
  }

  fileprivate static func text(_ text: String) -> String {
    text.shortened(toBytes: CoordinatorLimits.textBytes)
  }

  fileprivate static func features(
    _ features: [FeatureDescriptor], atMost most: Int = CoordinatorLimits.features
  ) -> [FeatureDescriptor] {
    features.prefix(most).map {
      FeatureDescriptor(name: text($0.name), state: $0.state, action: $0.action)
    }
  }
}

extension ClusterStatus.Coordinator {
  var bounded: ClusterStatus.Coordinator {
    var coordinator = self
    coordinator.endpoint = ClusterStatus.text(endpoint)
    coordinator.version = ClusterStatus.text(version)
    coordinator.uptimeMilliseconds = ClusterStatus.time(uptimeMilliseconds)
    return coordinator
  }
}

extension ClusterStatus.Registry {
  /// The number of coordinators that are told of.
  private static let coordinatorsAtMost = 64

  fileprivate var bounded: ClusterStatus.Registry {
    var registry = self
    registry.kind = ClusterStatus.text(kind)
    registry.location = location.map { ClusterStatus.text($0) }
    registry.leader = leader?.bounded
    registry.coordinators = coordinators.prefix(Self.coordinatorsAtMost).map(\.bounded)
    registry.features = ClusterStatus.features(features, atMost: CoordinatorLimits.workers)
    return registry
  }
}

extension ClusterProblem {
  fileprivate var bounded: ClusterProblem {
    ClusterProblem(
      severity: severity, kind: ClusterStatus.text(kind), subject: ClusterStatus.text(subject),
      text: ClusterStatus.text(text), advice: ClusterStatus.text(advice),
      ageMilliseconds: ClusterStatus.time(ageMilliseconds), count: max(1, count),
      worker: worker.map { ClusterStatus.text($0) })
  }
}

extension ClusterStatus.Member {
  fileprivate var bounded: ClusterStatus.Member {
    var member = self
    member.endpoint = ClusterStatus.text(endpoint)
    member.hostName = ClusterStatus.text(hostName)
    member.version = ClusterStatus.text(version)
    return member
  }
}

extension ClusterStatus.Worker {
  /// The same with numbers that can be summed up, rounded and shown, and no more and no longer texts than an honest
  /// coordinator has, whatever this one says.
  var bounded: ClusterStatus.Worker {
    var worker = self
    worker.id = ClusterStatus.text(id)
    worker.name = ClusterStatus.text(name)
    worker.endpoint = ClusterStatus.text(endpoint)
    worker.hostName = ClusterStatus.text(hostName)
    worker.ageMilliseconds = ClusterStatus.time(ageMilliseconds)
    worker.silenceMilliseconds = ClusterStatus.time(silenceMilliseconds)
    worker.drainMillisecondsLeft = drainMillisecondsLeft.map {
      min(max(0, $0), DrainLeft.millisecondsAtMost)
    }
    let load = WorkerLoad(
      lanes: lanes, actionsPerSecond: actionsPerSecond, residentBytes: residentBytes,
      clockAheadMilliseconds: clockAheadMilliseconds
    ).bounded
    worker.residentBytes = load.residentBytes
    worker.processUse = processUse.flatMap { $0.isFinite ? min(max(0, $0), 16_384) : nil }
    worker.clockAheadMilliseconds = load.clockAheadMilliseconds
    worker.lanes = load.lanes
    worker.actionsPerSecond = load.actionsPerSecond
    worker.features = ClusterStatus.features(features)
    worker.labels = labels.prefix(CoordinatorLimits.labels).map { ClusterStatus.text($0) }
    worker.lanesAtMost = lanesAtMost.map { max(0, $0) }
    worker.build = build.map { ClusterStatus.text($0) }
    worker.processorUse = Self.part(processorUse)
    worker.memoryUse = Self.part(memoryUse)
    worker.share = Self.part(share)
    worker.publicKey = publicKey.map { ClusterStatus.text($0) }
    return worker
  }

  /// Returns a part of a whole; nil for what is no number, which tells nothing.
  private static func part(_ number: Double?) -> Double? {
    number.flatMap { $0.isFinite ? min(max(0, $0), 1) : nil }
  }
}
