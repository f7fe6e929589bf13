package import PandoCluster
import PandoHosting

/// Makes the document of a page from what a coordinator knows. Pure: the time is told to it.
package struct ClusterPageModel {
  private var times = SteadyTime()
  private let hasOperator: Bool
  private var history = PageDocument.History()

  /// - Parameter hasOperator: Whether workers can be drained from the page.
  package init(hasOperator: Bool) {
    self.hasOperator = hasOperator
  }

  /// Returns what the page shows.
  ///
  /// - Parameters:
  ///   - host: The machine of the coordinator.
  ///   - now: The time of the wall clock.
  package mutating func document(
    _ look: CoordinatorView.Look, host: String, atMilliseconds now: Int
  ) -> PageDocument {
    let coordinator = look.status.coordinator
    var document = PageDocument(
      kind: .coordinator, hasOperator: hasOperator,
      process: PageDocument.Process(
        name: coordinator.endpoint, processID: coordinator.processID, host: host,
        version: coordinator.version,
        startedAt: times.point("start", now - coordinator.uptimeMilliseconds)))
    document.registry = Self.registry(look.status)
    document.problems = look.status.problems.map { problem($0, atMilliseconds: now) }
    document.problemsLeftOut = look.status.problemsLeftOut
    document.workers = look.status.workers.map { worker($0, atMilliseconds: now) }
    document.features = Self.features(look.status.workers)
    document.events = look.events.reversed().map(Self.event)
    document.history = history
    times.endReading()
    return document
  }

  /// Adds a point to the history. A coordinator knows no latency: actions do not pass through it.
  package mutating func remember(_ workers: [ClusterStatus.Worker], atMilliseconds now: Int) {
    let point = PageDocument.History.Point(
      actionsPerSecond: Int(workers.reduce(0) { $0 + $1.actionsPerSecond }.rounded()),
      residentBytes: workers.compactMap(\.residentBytes))
    history.add(point, atMilliseconds: now)
  }

  private mutating func worker(
    _ worker: ClusterStatus.Worker, atMilliseconds now: Int
  ) -> PageDocument.Worker {
    var shown = PageDocument.Worker(
      id: worker.id, name: worker.name, state: worker.state.rawValue, endpoint: worker.endpoint,
      host: worker.hostName, processID: worker.processID, children: worker.lanes)
    shown.joinedAt = times.point("joined \(worker.id)", now - worker.ageMilliseconds)
    if worker.isSilent == true {
      shown.silentSince = times.point("silent \(worker.id)", now - worker.silenceMilliseconds)
    }
    shown.drainEndsAt = worker.drainMillisecondsLeft.flatMap { left in
      left > 0 ? times.point("drain \(worker.id)", now + left) : nil
    }
    shown.childrenAtMost = worker.lanesAtMost
    shown.actionsPerSecond = Int(worker.actionsPerSecond.rounded())
    shown.labels = worker.labels
    shown.build = worker.build
    shown.share = worker.share
    shown.features = Set(worker.features.map(\.name)).sorted()
    return shown
  }

  private mutating func problem(
    _ problem: ClusterProblem, atMilliseconds now: Int
  ) -> PageDocument.Problem {
    PageDocument.Problem(
      severity: problem.severity, subject: problem.subject, text: problem.text,
      advice: problem.advice,
      since: times.point(
        "problem \(problem.kind) \(problem.subject) \(problem.count)",
        now - problem.ageMilliseconds), count: problem.count)
  }

  private static func registry(_ status: ClusterStatus) -> PageDocument.Registry {
    let registry = status.registry
    return PageDocument.Registry(
      kind: registry.kind, location: registry.location, isAway: registry.isAway,
      leader: registry.leader?.endpoint, leadsHere: status.coordinator.leads, term: registry.term,
      coordinators: registry.coordinators.map(\.endpoint))
  }

  private static func features(_ workers: [ClusterStatus.Worker]) -> [PageDocument.Feature] {
    var counts: [FeatureDescriptor: Int] = [:]
    for feature in workers.flatMap(\.features) { counts[feature, default: 0] += 1 }
    return counts.map { feature, count in
      PageDocument.Feature(
        name: feature.name, state: "\(feature.state)", action: "\(feature.action)", workers: count)
    }.sorted { ($0.name, $0.state, $0.action) < ($1.name, $1.state, $1.action) }
  }

  private static func event(_ event: WorkerEvent) -> PageDocument.Event {
    let weight: PageDocument.Event.Weight =
      switch event.kind {
      case .dead, .distrusted: .loss
      default: event.problem == nil ? .plain : .warning
      }
    return PageDocument.Event(
      number: event.number, at: event.atMilliseconds, weight: weight, subject: event.name,
      text: event.text)
  }
}
