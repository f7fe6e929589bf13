import Synchronization

extension WorkerLoop: MetricsSource {
  var samples: [MetricsSample] {
    [
      MetricsSample(.workerActions, actionCount),
      MetricsSample(.workerBatches, batches.batchCount),
      MetricsSample(.workerReduceSeconds, seconds: batches.seconds),
      MetricsSample(.workerReceivedBytes, batches.byteCount),
      MetricsSample(.workerChildren, laneCount),
      MetricsSample(.workerIsDraining, isDraining ? 1 : 0),
      MetricsSample(.workerRefusals, refusals.load(ordering: .relaxed)),
    ]
  }
}
