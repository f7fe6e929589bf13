package import CoreMetrics
import Synchronization

/// Keeps metrics of swift-metrics for Prometheus, which comes and reads them.
///
/// Bounded: the number of series is, and what is above is counted.
package final class PrometheusMetrics: MetricsFactory {
  private struct State {
    var families: [String: PrometheusFamily] = [:]
    var seriesCount = 0
    var leftOutCount = 0
  }

  /// The number of series that are kept.
  package static let seriesAtMost = 10_000

  private let state = Mutex(State())
  private let help: @Sendable (String) -> String?
  private let limit: Int

  /// - Parameter help: Returns a sentence about a metric, by the name that Prometheus knows it by.
  package init(
    limit: Int = PrometheusMetrics.seriesAtMost,
    help: @escaping @Sendable (String) -> String? = { MetricName(rawValue: $0)?.help }
  ) {
    self.limit = limit
    self.help = help
  }

  package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    series(PrometheusName.counter(label), .counter, dimensions)
  }

  package func makeFloatingPointCounter(
    label: String, dimensions: [(String, String)]
  ) -> any FloatingPointCounterHandler {
    // By the names of our own histograms alone: their labels are what a histogram's are.
    if MetricName(rawValue: label)?.histogram != nil {
      return PrometheusFloatingPointCounter(series(label, .histogram, dimensions))
    }
    return PrometheusFloatingPointCounter(
      series(PrometheusName.counter(label), .counter, dimensions))
  }

  package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    series(PrometheusName.metric(label), .gauge, dimensions)
  }

  package func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    series(PrometheusName.metric(label), aggregate ? .summary : .gauge, dimensions)
  }

  package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    series(PrometheusName.timer(label), .summary, dimensions)
  }

  package func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
  package func destroyMeter(_ handler: any MeterHandler) { remove(handler) }
  package func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
  package func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

  package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {
    if let handler = handler as? PrometheusFloatingPointCounter { remove(handler.series) }
  }

  private func remove(_ handler: AnyObject) {
    guard let series = handler as? PrometheusSeries else { return }
    state.withLock { state in
      guard
        state.families[series.name]?.series.removeValue(forKey: series.labels) === series
      else { return }
      state.seriesCount -= 1
      if state.families[series.name]?.series.isEmpty == true { state.families[series.name] = nil }
    }
  }

  /// Returns the series of a name and labels: the same for all who ask. One too many, or of another kind than its
  /// name has, is kept nowhere.
  private func series(
    _ name: String, _ kind: PrometheusFamily.Kind, _ dimensions: [(String, String)]
  ) -> PrometheusSeries {
    let labels =
      kind == .histogram
      ? dimensions.map { PrometheusLabel(name: $0.0, value: $0.1) }
      : PrometheusLabel.labels(dimensions)
    return state.withLock { state in
      var family = state.families[name] ?? PrometheusFamily(kind: kind)
      if family.kind == kind, let known = family.series[labels] { return known }
      let series = PrometheusSeries(name: name, labels: labels)
      guard family.kind == kind, state.seriesCount < limit else {
        state.leftOutCount += 1
        return series
      }
      family.series[labels] = series
      state.families[name] = family
      state.seriesCount += 1
      return series
    }
  }

  /// The metrics in the text format that Prometheus reads, version 0.0.4, in the order of their names.
  package var text: String {
    let (families, leftOutCount) = state.withLock { ($0.families, $0.leftOutCount) }
    var text = ""
    var lastName = ""
    for (name, family) in families.sorted(by: { $0.key < $1.key }) {
      let wholeName = family.kind == .histogram ? MetricName(rawValue: name)?.histogram : nil
      if wholeName ?? name != lastName {
        family.writeHead(
          wholeName ?? name, help: help(name) ?? "A metric of the program.", to: &text)
      }
      lastName = wholeName ?? name
      family.writeSeries(name, to: &text)
    }
    text += """
      # HELP pando_metrics_left_out_total Series that were not kept: too many, or of two kinds by one name.
      # TYPE pando_metrics_left_out_total counter
      pando_metrics_left_out_total \(leftOutCount)

      """
    return text
  }
}
