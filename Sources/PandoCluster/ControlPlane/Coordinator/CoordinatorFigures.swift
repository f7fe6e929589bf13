import Synchronization

/// The figures of a coordinator, as it last told them: it is an actor, and the collector waits for none.
final class CoordinatorFigures: MetricsSource {
  private struct State {
    var status: ClusterStatus?
  }

  private let state = Mutex(State())
  private let counters: ControlCounters
  private let chronicle: WorkerChronicle

  init(counters: ControlCounters, chronicle: WorkerChronicle) {
    self.counters = counters
    self.chronicle = chronicle
  }

  func note(_ status: ClusterStatus) { state.withLock { $0.status = status } }

  var samples: [MetricsSample] {
    var samples = ControlCounters.Event.allCases.map {
      MetricsSample(.coordinatorRefusals, counters[$0], "reason", "\($0)")
    }
    samples += [WorkerEvent.Kind.dead, .distrusted, .left, .replaced].map {
      MetricsSample(.coordinatorLosses, chronicle.count(of: $0), "cause", $0.rawValue)
    }
    guard let status = state.withLock({ $0.status }) else { return samples }
    let counts = WorkerCounts(status.workers)
    let states = [
      ("ready", counts.ready), ("silent", counts.silent), ("suspect", counts.suspect),
      ("draining", counts.draining),
    ]
    samples += states.map { MetricsSample(.coordinatorWorkers, $1, "state", $0) }
    samples += ClusterProblem.Severity.allCases.filter { $0 != .past }.map { severity in
      MetricsSample(
        .coordinatorProblems, (status.problems ?? []).count { $0.severity == severity },
        "severity", severity.rawValue)
    }
    samples += [
      MetricsSample(.coordinatorChildren, status.workers.reduce(0) { $0 + $1.lanes }),
      MetricsSample(
        .coordinatorRate,
        Int(status.workers.reduce(0) { $0 + $1.actionsPerSecond }.rounded())),
      MetricsSample(.coordinatorLeads, status.coordinator.leads ? 1 : 0),
      MetricsSample(.coordinatorRegistryAway, status.registry.isAway ? 1 : 0),
    ]
    return samples
  }
}
