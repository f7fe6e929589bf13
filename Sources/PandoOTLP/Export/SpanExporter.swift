import Logging
import PandoCluster
import Synchronization

/// Exports spans in batches, on a thread of its own: nobody who ends a span waits for it.
final class SpanExporter: Sendable {
  private let configuration: OTLPConfiguration
  private let transport: any SpanTransport
  private let logger = Logger(label: "pando.traces")

  private struct Guarded {
    var queue: SpanQueue
    var isStopping = false
    var hasStarted = false
    var hasEnded = false
    /// The number of flushes that were asked for, and that are done.
    var flushesWanted = 0
    var flushesDone = 0
  }

  // Touched only inside `condition.withLock`, which is a lock that threads can wait with.
  private nonisolated(unsafe) var guarded: Guarded
  private let condition = Condition()

  init(_ configuration: OTLPConfiguration, _ transport: any SpanTransport) {
    self.configuration = configuration
    self.transport = transport
    guarded = Guarded(queue: SpanQueue(capacity: configuration.queueCapacity))
  }

  /// The number of spans that were dropped, as there was no room, or nobody took them.
  var droppedCount: Int { condition.withLock { guarded.queue.droppedCount } }

  /// Takes a span; drops it where there is no room. Never waits for an export.
  func add(_ span: SpanRecord) {
    let mustStart = condition.withLock { () -> Bool in
      guard !guarded.isStopping, guarded.queue.add(span) else { return false }
      if guarded.queue.count >= configuration.batchSize { condition.signal() }
      defer { guarded.hasStarted = true }
      return !guarded.hasStarted
    }
    if mustStart { _ = ServiceThread(name: "pando-traces") { [self] in run() } }
  }

  /// Has what is queued exported soon. Does not wait.
  func flush() {
    condition.withLock {
      guarded.flushesWanted += 1
      condition.signal()
    }
  }

  /// Exports what is queued, and takes nothing more. Returns when that is done, or the time is over.
  func stop(withinMilliseconds milliseconds: Int) {
    let end = MonotonicClock.nowMilliseconds() + milliseconds
    condition.withLock {
      guarded.isStopping = true
      condition.signal()
    }
    while true {
      let isOver = condition.withLock { () -> Bool in
        let left = end - MonotonicClock.nowMilliseconds()
        if guarded.hasEnded || !guarded.hasStarted || left <= 0 { return true }
        // The thread signals to one; by turns, each looks for itself.
        _ = condition.wait(atMostMilliseconds: min(left, 10))
        return guarded.hasEnded
      }
      if isOver { return }
    }
  }

  // MARK: - The thread

  private func run() {
    var isStopping = false
    while !isStopping {
      isStopping = waitForWork()
      while let batch = takeBatch() { export(batch) }
    }
    condition.withLock {
      guarded.hasEnded = true
      condition.signal()
    }
  }

  /// Returns once spans are to be exported; true if they are the last.
  private func waitForWork() -> Bool {
    let end = MonotonicClock.nowMilliseconds() + configuration.delayMilliseconds
    return condition.withLock {
      while !guarded.isStopping, guarded.flushesDone == guarded.flushesWanted,
        guarded.queue.count < configuration.batchSize
      {
        let left = end - MonotonicClock.nowMilliseconds()
        if left <= 0 || !condition.wait(atMostMilliseconds: left) { break }
      }
      guarded.flushesDone = guarded.flushesWanted
      return guarded.isStopping
    }
  }

  private func takeBatch() -> [SpanRecord]? {
    let batch = condition.withLock { guarded.queue.take(configuration.batchSize) }
    return batch.isEmpty ? nil : batch
  }

  private func export(_ batch: [SpanRecord]) {
    let body = TraceRequest(resource: configuration.resource, spans: batch).bytes
    var retries = RetryMachine()
    while true {
      let outcome = transport.post(body, withinMilliseconds: configuration.timeoutMilliseconds)
      switch retries.handle(outcome) {
      case .done: return
      case .wait(let milliseconds):
        if waitForRetry(milliseconds) { continue }
        return drop(batch, outcome)
      case .drop: return drop(batch, outcome)
      }
    }
  }

  /// Waits before another try. Returns false when the process ends, and there is no time for one.
  private func waitForRetry(_ milliseconds: Int) -> Bool {
    let end = MonotonicClock.nowMilliseconds() + milliseconds
    return condition.withLock {
      while !guarded.isStopping {
        let left = end - MonotonicClock.nowMilliseconds()
        if left <= 0 { return true }
        _ = condition.wait(atMostMilliseconds: left)
      }
      return false
    }
  }

  private func drop(_ batch: [SpanRecord], _ outcome: RetryMachine.Outcome) {
    condition.withLock { guarded.queue.noteDropped(batch.count) }
    logger.warning(
      """
      \(batch.count) spans are dropped: \(configuration.endpoint) \(outcome.inWords). Look whether it takes OTLP \
      over HTTP there, in binary; OTEL_EXPORTER_OTLP_ENDPOINT names another.
      """)
  }
}

extension RetryMachine.Outcome {
  fileprivate var inWords: String {
    switch self {
    case .response(let status, _): "answered \(status)"
    case .unreachable: "does not answer"
    }
  }
}
