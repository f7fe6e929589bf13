import CoreMetrics
import Synchronization

/// One series: a name, its labels, and what was counted or recorded.
final class PrometheusSeries: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
  struct Value {
    var last = 0.0
    var sum = 0.0
    var count: UInt64 = 0
  }

  let name: String
  let labels: [PrometheusLabel]
  private let state = Mutex(Value())

  init(name: String, labels: [PrometheusLabel]) {
    self.name = name
    self.labels = labels
  }

  var value: Value { state.withLock { $0 } }

  // MARK: - Counters and meters

  func increment(by amount: Int64) { increment(by: Double(amount)) }

  func increment(by amount: Double) {
    state.withLock { $0.last += amount }
  }

  func decrement(by amount: Double) { increment(by: -amount) }

  func set(_ value: Int64) { set(Double(value)) }

  func set(_ value: Double) {
    state.withLock { $0.last = value }
  }

  func reset() {
    state.withLock { $0 = Value() }
  }

  // MARK: - Recorders and timers

  func record(_ value: Int64) { record(Double(value)) }

  func record(_ value: Double) {
    state.withLock { state in
      state.last = value
      state.sum += value
      state.count += 1
    }
  }

  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
}

/// A counter of fractions. A handler of its own, since one of whole numbers has the same methods.
final class PrometheusFloatingPointCounter: FloatingPointCounterHandler {
  let series: PrometheusSeries

  init(_ series: PrometheusSeries) {
    self.series = series
  }

  func increment(by amount: Double) { series.increment(by: amount) }

  func reset() { series.reset() }
}
