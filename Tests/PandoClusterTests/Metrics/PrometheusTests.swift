import CoreMetrics
import Foundation
import Testing

@testable import PandoCluster

@Suite("Metrics as Prometheus reads them")
struct PrometheusTests {
  @Test("have a help, a type and a line for each series")
  func text() {
    let metrics = PrometheusMetrics(help: { $0 == "leaves_total" ? "Leaves\nand \\ more." : nil })
    let leaves = CoreMetrics.Counter(
      label: "leaves", dimensions: [("tree", "oak")], factory: metrics)
    leaves.increment(by: 3)
    CoreMetrics.Counter(label: "leaves", dimensions: [("tree", "a \"b\"\n\\")], factory: metrics)
      .increment()
    Gauge(label: "height", factory: metrics).record(2.5)
    CoreMetrics.Timer(label: "growth.time", dimensions: [], factory: metrics).recordMilliseconds(
      1_500)
    let lines = metrics.text.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(9) == [
        "# HELP growth_time_seconds A metric of the program.",
        "# TYPE growth_time_seconds summary",
        "growth_time_seconds_sum 1.5",
        "growth_time_seconds_count 1",
        "# HELP height A metric of the program.",
        "# TYPE height gauge",
        "height 2.5",
        "# HELP leaves_total Leaves\\nand \\\\ more.",
        "# TYPE leaves_total counter",
      ])
    #expect(lines.contains("leaves_total{tree=\"oak\"} 3"))
    #expect(lines.contains("leaves_total{tree=\"a \\\"b\\\"\\n\\\\\"} 1"))
  }

  @Test("hide no quote and no line feed behind what makes one character of both")
  func joined() {
    let metrics = PrometheusMetrics(help: { _ in "Leaves\r\nand \\\u{301} more." })
    CoreMetrics.Counter(
      label: "leaves", dimensions: [("tree", "a \"\u{301} b\r\nc \\\u{301}")], factory: metrics
    )
    .increment()
    let lines = metrics.text.utf8.split(separator: UInt8(ascii: "\n")).map { Array($0) }
    #expect(lines.first == Array("# HELP leaves_total Leaves\r\\nand \\\\\u{301} more.".utf8))
    let series = "leaves_total{tree=\"a \\\"\u{301} b\r\\nc \\\\\u{301}\"} 1"
    #expect(lines.contains(Array(series.utf8)))
  }

  @Test("are the same for all who name them, and gone once they are destroyed")
  func life() {
    let metrics = PrometheusMetrics()
    let one = CoreMetrics.Counter(
      label: "leaves", dimensions: [("a", "1"), ("b", "2")], factory: metrics)
    let other = CoreMetrics.Counter(
      label: "leaves", dimensions: [("b", "2"), ("a", "1")], factory: metrics)
    one.increment()
    other.increment()
    #expect(metrics.text.contains("leaves_total{a=\"1\",b=\"2\"} 2"))
    one.destroy()
    #expect(!metrics.text.contains("leaves"))
  }

  @Test("are bounded in number, and what is left out is counted")
  func bound() {
    let metrics = PrometheusMetrics(limit: 2)
    for tree in 0..<5 {
      CoreMetrics.Counter(label: "leaves", dimensions: [("tree", "\(tree)")], factory: metrics)
        .increment()
    }
    Gauge(label: "leaves_total", factory: metrics).record(1)
    #expect(metrics.text.split(separator: "\n").count { $0.hasPrefix("leaves_total{") } == 2)
    #expect(metrics.text.contains("pando_metrics_left_out_total 4"))
  }

  @Test("have names that Prometheus takes")
  func names() {
    #expect(PrometheusName.metric("1.a-b:c\u{e9}") == "_1_a_b:c_")
    #expect(PrometheusName.label("a:b") == "a_b")
    #expect(PrometheusName.counter("a_total") == "a_total")
    #expect(PrometheusName.timer("wait") == "wait_seconds")
    for name in MetricName.allCases {
      #expect(PrometheusName.metric(name.rawValue) == name.rawValue)
      #expect(!name.help.isEmpty)
    }
  }

  @Test("write every number that there is")
  func numbers() {
    let metrics = PrometheusMetrics()
    let numbers: [(Double, String)] = [
      (.nan, "NaN"), (.infinity, "+Inf"), (-.infinity, "-Inf"), (1e300, "1e+300"), (-2, "-2"),
    ]
    for (number, text) in numbers {
      Gauge(label: "number", factory: metrics).record(number)
      #expect(metrics.text.contains("number \(text)\n"))
    }
  }
}

@Suite("The collector of metrics")
struct MetricsCollectorTests {
  private final class Source: MetricsSource, @unchecked Sendable {
    var samples: [MetricsSample] = []
  }

  private func line(_ metrics: PrometheusMetrics, _ name: MetricName) -> String? {
    metrics.text.split(separator: "\n").first { $0.hasPrefix(name.rawValue) }.map(String.init)
  }

  @Test("adds up what sources count, and follows what begins anew")
  func counters() {
    let metrics = PrometheusMetrics()
    let collector = MetricsCollector(factory: metrics)
    let (one, other) = (Source(), Source())
    collector.add(one)
    collector.add(other)
    one.samples = [MetricsSample(.storeCommits, 5)]
    other.samples = [MetricsSample(.storeCommits, 2), MetricsSample(.storeUncommitted, 1)]
    collector.collect()
    #expect(line(metrics, .storeCommits) == "\(MetricName.storeCommits.rawValue) 7")
    one.samples = [MetricsSample(.storeCommits, 1), MetricsSample(.storeUncommitted, 4)]
    collector.collect()
    #expect(line(metrics, .storeCommits) == "\(MetricName.storeCommits.rawValue) 8")
    #expect(line(metrics, .storeUncommitted) == "\(MetricName.storeUncommitted.rawValue) 5")
    withExtendedLifetime((one, other)) {}
  }

  @Test("lets go of sources that have ended, and of what only they told")
  func end() {
    let metrics = PrometheusMetrics()
    let collector = MetricsCollector(factory: metrics)
    var source: Source? = Source()
    source?.samples = [MetricsSample(.linkCommits, 1, "worker", "oak")]
    if let source { collector.add(source) }
    collector.collect()
    #expect(line(metrics, .linkCommits)?.contains("oak") == true)
    source = nil
    collector.collect()
    #expect(line(metrics, .linkCommits) == nil)
  }

  @Test("is off, and takes no source, where no metrics system is there")
  func off() {
    #expect(!MetricsCollector.shared.isOn)
  }
}
