package import CoreMetrics
import Synchronization

/// Reads the counters of the process's stores, workers and coordinators, and hands them to swift-metrics: every
/// five seconds, on a thread of its own.
///
/// The parts that have figures keep them as plain numbers, so an action makes no call of a metrics system. Where
/// none is bootstrapped when the first of them begins, there is no thread either.
package final class MetricsCollector: Sendable {
  private struct Source {
    weak var source: (any MetricsSource)?
    /// The counters, as they were at the last look.
    var counts: [MetricsSample.Key: Double] = [:]
  }

  private struct State {
    var sources: [ObjectIdentifier: Source] = [:]
    var counters: [MetricsSample.Key: FloatingPointCounter] = [:]
    var gauges: [MetricsSample.Key: Gauge] = [:]
    var hasThread = false
    var lastMilliseconds = Int.min
    /// True while a thread looks and tells; another leaves it to that one.
    var isLooking = false
    /// Says of which build the process is, and of which version.
    var buildInfo: MetricsSample?
  }

  /// The collector of the process.
  package static let shared = MetricsCollector()

  package static let intervalMilliseconds = 5_000

  private let state = Mutex(State())
  /// Nil is the factory that the process has bootstrapped, where it has.
  private let ownFactory: (any MetricsFactory)?

  package init(factory: (any MetricsFactory)? = nil) {
    ownFactory = factory
  }

  /// Tells from now on of which build the process is.
  func describe(build: ProgramBuild) {
    let sample = MetricsSample(
      .buildInfo, 1, "build", build.description, "version", LibraryVersion.number)
    state.withLock { $0.buildInfo = sample }
  }

  /// The factory to make metrics with; nil while none is bootstrapped.
  private var factory: (any MetricsFactory)? {
    if let ownFactory { return ownFactory }
    let factory = MetricsSystem.factory
    return factory is NOOPMetricsHandler ? nil : factory
  }

  /// True if there is a system that takes metrics.
  package var isOn: Bool { factory != nil }

  /// Collects from a source for as long as it lives.
  func add(_ source: any MetricsSource) {
    guard isOn else { return }
    let needsThread = state.withLock { state in
      state.sources[ObjectIdentifier(source)] = Source(source: source)
      defer { state.hasThread = true }
      return !state.hasThread && ownFactory == nil
    }
    if needsThread { tick(SerialThread(name: "pando-metrics")) }
  }

  private func tick(_ thread: SerialThread) {
    thread.run(afterMilliseconds: Self.intervalMilliseconds) { [self] in
      collect()
      tick(thread)
    }
  }

  /// Collects now, unless that was done less than so many milliseconds ago.
  package func collect(unlessWithinMilliseconds milliseconds: Int = 0) {
    guard let factory else { return }
    let now = MonotonicClock.nowMilliseconds()
    let sources = state.withLock { state -> [any MetricsSource]? in
      guard state.lastMilliseconds == Int.min || now - state.lastMilliseconds >= milliseconds
      else { return nil }
      if state.isLooking { return nil }
      state.isLooking = true
      state.lastMilliseconds = now
      state.sources = state.sources.filter { $0.value.source != nil }
      return state.sources.values.compactMap(\.source)
    }
    guard let sources else { return }
    if state.withLock({ $0.buildInfo == nil }) { describe(build: .environment) }
    // Each takes locks of its own, such as a store's.
    let looks = sources.map { (ObjectIdentifier($0), $0.samples) }
    hand(on: looks, to: factory)
    state.withLock { $0.isLooking = false }
  }

  private func hand(
    on looks: [(ObjectIdentifier, [MetricsSample])], to factory: any MetricsFactory
  ) {
    var growth: [MetricsSample.Key: Double] = [:]
    var levels: [MetricsSample.Key: Double] = [:]
    state.withLock { state in
      if let sample = state.buildInfo { levels[sample.key] = sample.value }
      for (id, samples) in looks {
        guard var source = state.sources[id] else { continue }
        var counts: [MetricsSample.Key: Double] = [:]
        for sample in samples {
          if sample.key.name.isCounter {
            counts[sample.key, default: 0] += sample.value
          } else {
            levels[sample.key, default: 0] += sample.value
          }
        }
        for (key, count) in counts {
          let last = source.counts[key] ?? 0
          // One that fell began anew: the link to another worker of the same name.
          growth[key, default: 0] += count >= last ? count - last : count
        }
        source.counts = counts
        state.sources[id] = source
      }
    }
    tell(growth, levels, factory)
  }

  /// Tells the metrics system, which is users' code and so runs under no lock.
  private func tell(
    _ growth: [MetricsSample.Key: Double], _ levels: [MetricsSample.Key: Double],
    _ factory: any MetricsFactory
  ) {
    var (counters, gauges) = state.withLock { ($0.counters, $0.gauges) }
    for (key, amount) in growth {
      let counter =
        counters[key]
        ?? FloatingPointCounter(
          label: key.name.rawValue, dimensions: key.dimensions, factory: factory)
      counters[key] = counter
      counter.increment(by: amount)
    }
    for (key, level) in levels {
      let gauge =
        gauges[key]
        ?? Gauge(label: key.name.rawValue, dimensions: key.dimensions, factory: factory)
      gauges[key] = gauge
      gauge.record(level)
    }
    // What nobody tells any more is gone: a worker that a coordinator named is not named for ever.
    for (key, counter) in counters where growth[key] == nil {
      counter.destroy()
      counters[key] = nil
    }
    for (key, gauge) in gauges where levels[key] == nil {
      gauge.destroy()
      gauges[key] = nil
    }
    state.withLock { ($0.counters, $0.gauges) = (counters, gauges) }
  }
}
