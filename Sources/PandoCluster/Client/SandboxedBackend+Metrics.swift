import Pando
import PandoHosting

/// The figures of the store; those of its workers are told by their backends.
extension SandboxedBackend: MetricsSource {
  var samples: [MetricsSample] {
    var samples: [MetricsSample] = []
    // Without the lock, since it takes the store's.
    if let report = client?.hostingFigures { add(report, to: &samples) }
    for (feature, times) in commitTimes?.all ?? [] {
      samples += MetricsSample.histogram(
        .featureCommitBuckets, .featureCommitSum, .featureCommitCount, times.figures, feature)
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
    for (action, cost) in feature.costs {
      samples.append(
        MetricsSample(
          .featureProcessorSeconds, seconds: Double(cost.nanoseconds) / 1e9, "action", action,
          "feature", name))
    }
    for (standing, count) in feature.children {
      samples.append(
        MetricsSample(.featureChildren, count, "feature", name, "standing", standing))
    }
  }
}
