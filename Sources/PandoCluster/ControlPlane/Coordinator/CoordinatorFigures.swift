import Synchronization

/// The figures of a coordinator, as it last told them: it is an actor, and the collector waits for none.
final class CoordinatorFigures: MetricsSource {
  private struct State {
    var status: ClusterStatus?
  }

  private let state = Mutex(State())
  private let counters: ControlCounters

  init(counters: ControlCounters) {
    self.counters = counters
  }

  func note(_ status: ClusterStatus) { state.withLock { $0.status = status } }

  var samples: [MetricsSample] {
    var samples = ControlCounters.Event.allCases.map {
      MetricsSample(.coordinatorRefusals, counters[$0], "reason", "\($0)")
    }
    guard let status = state.withLock({ $0.status }) else { return samples }
    for workerState in [ClusterStatus.Worker.State.ready, .suspect, .draining] {
      let count = status.workers.count { $0.state == workerState }
      samples.append(
        MetricsSample(.coordinatorWorkers, count, "state", workerState.rawValue))
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
