import CoreMetrics
import PandoHosting
import Testing

@testable import Pando
@testable import PandoCluster

/// The rules that every text of metrics keeps to, without the tool that checks it.
@Suite("The text of metrics")
struct MetricsTextTests {
  private final class Source: MetricsSource, @unchecked Sendable {
    var samples: [MetricsSample] = []
  }

  private func times() -> FeatureTimes.Figures {
    var histogram = DurationHistogram()
    for nanoseconds: UInt64 in [500, 3_000, 3_000_000, 60_000_000_000] {
      histogram.add(nanoseconds: nanoseconds, weight: 2)
    }
    return FeatureTimes.Figures(actionCount: 8, seconds: 120.006, histogram: histogram)
  }

  @Test("is valid with every metric in it, those of programs by any name included")
  func valid() {
    let metrics = PrometheusMetrics()
    let collector = MetricsCollector(factory: metrics)
    let source = Source()
    collector.add(source)
    source.samples = MetricName.allCases.filter { $0.histogram == nil && $0 != .buildInfo }.flatMap
    {
      [MetricsSample($0, 3, "feature", "A \"b\""), MetricsSample($0, 4, "feature", "C")]
    }
    for feature in ["A", "B"] {
      source.samples += MetricsSample.histogram(
        .featureCommitBuckets, .featureCommitSum, .featureCommitCount, times(), feature)
      source.samples += MetricsSample.histogram(
        .workerFeatureBuckets, .workerFeatureSum, .workerFeatureCount, times(), feature)
    }
    CoreMetrics.Counter(
      label: "leaves", dimensions: [("le", "1"), ("quantile", "2"), ("__x", "3")], factory: metrics
    ).increment()
    CoreMetrics.Timer(label: "wait", dimensions: [], factory: metrics).recordMilliseconds(3)
    collector.collect()
    source.samples[0] = MetricsSample(source.samples[0].key.name, 5, "feature", "A \"b\"")
    collector.collect()
    #expect(PrometheusRules.problems(in: metrics.text) == [])
    #expect(metrics.text.contains("leaves_total{exported___x=\"3\",exported_le=\"1\""))
    let build =
      "pando_build_info{build=\"\(ProgramBuild.environment)\",version=\"\(LibraryVersion.number)\"} 1"
    #expect(metrics.text.contains(build))
    withExtendedLifetime(source) {}
  }

  @Test("has times as histograms, whose buckets count what is no longer")
  func histogram() {
    let metrics = PrometheusMetrics()
    let collector = MetricsCollector(factory: metrics)
    let source = Source()
    collector.add(source)
    source.samples = MetricsSample.histogram(
      .workerFeatureBuckets, .workerFeatureSum, .workerFeatureCount, times(), "A")
    collector.collect()
    let name = MetricName.workerFeatureBuckets.histogram ?? ""
    let lines = metrics.text.split(separator: "\n").filter { $0.contains(name) }.map(String.init)
    #expect(
      lines.prefix(3) == [
        "# HELP \(name) \(MetricName.workerFeatureSum.help)", "# TYPE \(name) histogram",
        "\(name)_bucket{feature=\"A\",le=\"1e-06\"} 2",
      ])
    for (bound, count) in [
      ("2e-06", 2), ("5e-06", 4), ("0.002", 4), ("0.005", 6), ("10", 6), ("+Inf", 8),
    ] {
      #expect(lines.contains("\(name)_bucket{feature=\"A\",le=\"\(bound)\"} \(count)"))
    }
    #expect(
      lines.suffix(2) == ["\(name)_count{feature=\"A\"} 8", "\(name)_sum{feature=\"A\"} 120.006"])
    withExtendedLifetime(source) {}
  }

  @Test(
    "that breaks a rule is found out",
    arguments: [
      ("# TYPE a gauge\na 1", "HELP"),
      ("# HELP a A.\n# TYPE a counter\na 1", "_total"),
      ("# HELP a A.\n# TYPE a gauge\na{quantile=\"0.5\"} 1", "quantile"),
      ("# HELP a A.\n# TYPE a gauge\na 1\na 2", "twice"),
      ("# HELP a A.\n# TYPE a histogram\na_bucket{le=\"1\"} 1\na_sum 1\na_count 1", "last bucket"),
    ])
  func rules(text: String, word: String) {
    #expect(PrometheusRules.problems(in: text).contains { $0.contains(word) })
  }

  @Test("counts the workers that a store has lost by cause, as far as it is known")
  func losses() {
    var losses = LossCounts()
    let member = MemberID(rawValue: 1)
    let ends: [(ProcessEnd?, HostedWorkerLoss.Cause, LossCounts.Cause)] = [
      (.killed(signal: 9, name: "Killed"), .died, .killed),
      (.killed(signal: 11, name: "Segmentation fault"), .died, .crashed),
      (.exited(status: 3), .died, .exited), (.unknown, .died, .disconnected),
      (nil, .died, .disconnected), (.killed(signal: 9, name: "Killed"), .hung, .hung),
      (nil, .left, .left), (nil, .refused, .refused),
    ]
    for (end, loss, cause) in ends {
      let before = losses[cause]
      losses.note(end.flatMap(LossCounts.Cause.init), of: member)
      losses.add(loss, of: member)
      losses.forget(member)
      #expect(losses[cause] == before + 1, "\(String(describing: end)), \(loss)")
    }
    #expect(LossCounts.Cause.allCases.map { losses[$0] }.reduce(0, +) == ends.count)
  }
}
