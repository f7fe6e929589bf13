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
    for (feature, times) in reduceTimes?.all ?? [] { add(times.figures, feature, to: &samples) }
    return samples
  }

  private func add(
    _ figures: FeatureTimes.Figures, _ feature: String, to samples: inout [MetricsSample]
  ) {
    samples.append(MetricsSample(.workerFeatureActions, figures.actionCount, "feature", feature))
    samples.append(
      MetricsSample(.workerFeatureSeconds, seconds: figures.seconds, "feature", feature))
    samples += MetricsSample.quantiles(.workerFeatureQuantiles, figures, feature)
  }
}
