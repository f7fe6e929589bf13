import Pando
import PandoHosting
import Synchronization

extension PoolBackend: MetricsSource {
  var samples: [MetricsSample] {
    // Before the pool's own lock, since it takes the store's.
    let (client, losses) = state.withLock { ($0.client, $0.lossCounts) }
    var samples = LossCounts.Cause.allCases.map {
      MetricsSample(.storeLosses, losses[$0], "cause", $0.rawValue)
    }
    if tellsOfStore, let report = client?.hostingFigures { add(report, to: &samples) }
    samples.append(MetricsSample(.commitBatches, commits.batchCount))
    samples.append(MetricsSample(.commitSeconds, seconds: commits.seconds))
    for (feature, times) in (tellsOfStore ? commitTimes?.all : nil) ?? [] {
      samples += MetricsSample.histogram(
        .featureCommitBuckets, .featureCommitSum, .featureCommitCount, times.figures, feature)
    }
    for worker in workers {
      let name = worker.name
      samples.append(MetricsSample(.linkCommits, worker.commitCount, "worker", name))
      samples.append(MetricsSample(.linkChildren, worker.childCount, "worker", name))
      samples.append(MetricsSample(.linkRestarts, worker.restartCount, "worker", name))
      samples.append(
        MetricsSample(.linkIsReady, worker.state == .ready ? 1 : 0, "worker", name))
      if worker.isSpawned, let bytes = worker.processID.flatMap(ResidentMemory.bytes(of:)) {
        samples.append(MetricsSample(.linkResidentBytes, bytes, "worker", name))
      }
    }
    return samples
  }

  private func add(_ report: HostingFigures, to samples: inout [MetricsSample]) {
    samples += [
      MetricsSample(.storeAccepted, report.accepted),
      MetricsSample(.storeCommits, report.commits),
      MetricsSample(.storeFailures, report.failures),
      MetricsSample(.storeUncommitted, report.uncommitted),
      MetricsSample(.storeUncommittedBytes, report.uncommittedBytes),
      MetricsSample(.storeWindow, report.window),
      MetricsSample(.storeEffects, report.localEffects),
    ]
    for (name, feature) in report.features { add(feature, name, to: &samples) }
    for (name, link) in report.links {
      samples += [
        MetricsSample(.linkActions, link.sentActions, "worker", name),
        MetricsSample(.linkSentBytes, link.sentBytes, "worker", name),
        MetricsSample(.linkReceivedBytes, link.receivedBytes, "worker", name),
      ]
    }
  }

  private func add(
    _ feature: HostingFigures.Feature, _ name: String, to samples: inout [MetricsSample]
  ) {
    samples += [
      MetricsSample(.featureAccepted, feature.accepted, "feature", name),
      MetricsSample(.featureCommitted, feature.committed, "feature", name),
      MetricsSample(.featureSquashes, feature.squashes, "feature", name),
      MetricsSample(.featurePlacements, feature.placements, "feature", name),
      MetricsSample(.featureLosses, feature.losses, "feature", name),
      MetricsSample(.featureBlamedLosses, feature.blamedLosses, "feature", name),
      MetricsSample(.featureQuarantines, feature.quarantines, "feature", name),
      MetricsSample(.featureActionBytes, feature.dispatchedBytes, "feature", name),
      MetricsSample(.featureAnswerBytes, feature.answeredBytes, "feature", name),
      MetricsSample(.featureUncommitted, feature.uncommitted, "feature", name),
      MetricsSample(.featureInFlight, feature.inFlight, "feature", name),
      MetricsSample(.featureWindow, feature.window, "feature", name),
      MetricsSample(.featureEffects, feature.effects, "feature", name),
    ]
    for (standing, count) in feature.children {
      samples.append(
        MetricsSample(.featureChildren, count, "feature", name, "standing", standing))
    }
  }
}
