import Pando
import Synchronization

extension WorkerLoop: MetricsSource {
  var samples: [MetricsSample] {
    var samples = [
      MetricsSample(.workerActions, actionCount),
      MetricsSample(.workerBatches, batches.batchCount),
      MetricsSample(.workerReduceSeconds, seconds: batches.seconds),
      MetricsSample(.workerReceivedBytes, batches.byteCount),
      MetricsSample(.workerChildren, laneCount),
      MetricsSample(.workerIsDraining, isDraining ? 1 : 0),
      MetricsSample(.workerRefusals, refusals.load(ordering: .relaxed)),
    ]
    if let bytes = ResidentMemory.bytes() {
      samples.append(MetricsSample(.workerResidentBytes, bytes))
    }
    for (feature, times) in reduceTimes?.all ?? [] {
      samples += MetricsSample.histogram(
        .workerFeatureBuckets, .workerFeatureSum, .workerFeatureCount, times.figures, feature)
    }
    return samples
  }
}
