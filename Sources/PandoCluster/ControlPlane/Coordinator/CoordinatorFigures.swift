import PandoHosting
import Synchronization

/// The figures of a coordinator, as it last told them: it is an actor, and the collector waits for none.
final class CoordinatorFigures: MetricsSource {
  private struct State {
    var status: ClusterStatus?
    /// The problems that are not over, more of them than a status has.
    var problems: [ClusterProblem] = []
  }

  private let state = Mutex(State())
  private let counters: ControlCounters
  private let chronicle: WorkerChronicle

  init(counters: ControlCounters, chronicle: WorkerChronicle) {
    self.counters = counters
    self.chronicle = chronicle
  }

  func note(_ status: ClusterStatus, _ problems: [ClusterProblem]) {
    state.withLock { ($0.status, $0.problems) = (status, problems.filter(\.isNow)) }
  }

  /// The number of problems of each kind. Kinds that this version does not know are one.
  private static func count(_ problems: [ClusterProblem]) -> [MetricsSample] {
    func sample(_ kind: String, _ severity: ClusterProblem.Severity, _ count: Int) -> MetricsSample
    {
      MetricsSample(
        .coordinatorProblems, count, "kind", kind, "severity", severity.rawValue)
    }
    let others = problems.count { ProblemKind(rawValue: $0.kind) == nil }
    return ProblemKind.allCases.map { kind in
      sample(
        kind.rawValue, kind.isCritical ? .critical : .warning,
        problems.count { $0.kind == kind.rawValue })
    } + [sample("other", .warning, others)]
  }

  var samples: [MetricsSample] {
    var samples = ControlCounters.Event.allCases.map {
      MetricsSample(.coordinatorRefusals, counters[$0], "reason", "\($0)")
    }
    samples += [WorkerEvent.Kind.dead, .distrusted, .left, .replaced].map {
      MetricsSample(.coordinatorLosses, chronicle.count(of: $0), "cause", $0.rawValue)
    }
    let (noted, problems) = state.withLock { ($0.status, $0.problems) }
    guard let status = noted else { return samples }
    let counts = WorkerCounts(status.workers)
    let states = [
      ("ready", counts.ready), ("silent", counts.silent), ("suspect", counts.suspect),
      ("draining", counts.draining),
    ]
    samples += states.map { MetricsSample(.coordinatorWorkers, $1, "state", $0) }
    samples += Self.count(problems)
    samples += [
      MetricsSample(.coordinatorChildren, status.childCount),
      MetricsSample(
        .coordinatorRate,
        Int(status.workers.reduce(0) { $0 + $1.actionsPerSecond }.rounded())),
      MetricsSample(.coordinatorLeads, status.coordinator.leads ? 1 : 0),
      MetricsSample(.coordinatorRegistryAway, status.registry.isAway ? 1 : 0),
    ]
    return samples
  }
}
