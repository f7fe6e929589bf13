import Pando
import PandoHosting
import Synchronization

extension PoolBackend: MetricsSource {
  var samples: [MetricsSample] {
    let losses = state.withLock { $0.lossCounts }
    var samples = LossCounts.Cause.allCases.map {
      MetricsSample(.storeLosses, losses[$0], "cause", $0.rawValue)
    }
    samples.append(MetricsSample(.commitBatches, commits.batchCount))
    samples.append(MetricsSample(.commitSeconds, seconds: commits.seconds))
    for worker in workers {
      let name = name(of: worker)
      samples.append(MetricsSample(.linkCommits, worker.commitCount, "worker", name))
      samples.append(MetricsSample(.linkChildren, worker.childCount, "worker", name))
      samples.append(MetricsSample(.linkRestarts, worker.restartCount, "worker", name))
      samples.append(
        MetricsSample(.linkIsReady, worker.state == .ready ? 1 : 0, "worker", name))
      if let bytes = worker.residentBytes {
        samples.append(MetricsSample(.linkResidentBytes, bytes, "worker", name))
      }
      if let time = worker.processorTime {
        samples.append(
          MetricsSample(.linkProcessorSeconds, seconds: time / .seconds(1), "worker", name))
      }
    }
    return samples
  }

  /// Returns the name of a worker, without the number that each has where they are one child's: those come without end.
  private func name(of worker: HostedWorker) -> String {
    String(worker.name.dropLast(source.confinement?.numberInName.count ?? 0))
  }
}
