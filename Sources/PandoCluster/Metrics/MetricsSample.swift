import Pando

/// One figure of one source, with the labels that tell it from others of the same name.
struct MetricsSample {
  struct Key: Hashable {
    let name: MetricName
    /// Names and values by turns, in the order of the names.
    let labels: [String]

    var dimensions: [(String, String)] {
      stride(from: 0, to: labels.count, by: 2).map { (labels[$0], labels[$0 + 1]) }
    }
  }

  let key: Key
  let value: Double

  init(_ name: MetricName, _ value: some BinaryInteger, _ labels: String...) {
    self.init(name, Double(value), labels)
  }

  init(_ name: MetricName, seconds: Double, _ labels: String...) {
    self.init(name, seconds, labels)
  }

  private init(_ name: MetricName, _ value: Double, _ labels: [String]) {
    precondition(labels.count % 2 == 0, "a label has a value")
    key = Key(name: name, labels: labels)
    self.value = value
  }
}

/// A part of a process that has figures: a store's pool, a worker, a coordinator.
///
/// Asked on the collector's thread, and where a scrape wants them new.
protocol MetricsSource: AnyObject, Sendable {
  /// The figures as they are now. Counters count from the source's beginning.
  var samples: [MetricsSample] { get }
}

extension MetricsSample {
  /// The time that actions of a feature took, as a histogram of Prometheus: a bucket counts those of the ones before it,
  /// too.
  static func histogram(
    _ buckets: MetricName, _ sum: MetricName, _ count: MetricName, _ figures: FeatureTimes.Figures,
    _ feature: String
  ) -> [MetricsSample] {
    var total: UInt64 = 0
    return zip(bucketBounds, figures.histogram.counts).map { bound, count in
      total &+= count
      return MetricsSample(buckets, total, "feature", feature, "le", bound)
    } + [
      MetricsSample(sum, seconds: figures.seconds, "feature", feature),
      MetricsSample(count, figures.actionCount, "feature", feature),
    ]
  }

  /// The longest times of the buckets in seconds, as Prometheus writes them.
  private static let bucketBounds =
    DurationHistogram.boundNanoseconds.map { PrometheusFamily.number(Double($0) / 1e9) } + ["+Inf"]
}
