import Logging
import PandoCluster

/// Exports spans in batches, by a thread of its own.
///
/// - Whoever ends a span appends it to a bounded queue, under a lock that nobody holds while anything is sent, waited
///   for or logged. What finds no room is dropped and counted. So no action, and no lock of a store, waits for a
///   collector.
/// - The thread is none of the concurrency pool's, whose threads user code may keep busy. It sends one batch after
///   the other, each try within a time limit; what waits meanwhile is bounded by the queue.
/// - A process that ends waits for its last spans, but not beyond a bound, which holds for a collector that accepts
///   and never answers, too: `stop` waits on a condition, not for the thread.
/// - Workers are spawned by exec, and begin with nothing of this. A thread does not live on in a child of `fork`, and
///   such a child must exec, as for libzmq.
final class SpanExporter: Sendable {
  private let configuration: OTLPConfiguration
  private let transport: any SpanTransport
  private let log: @Sendable (String) -> Void
  /// The number of spans that are sent without waiting for more.
  private let batchSize: Int

  private struct Guarded {
    var queue: SpanQueue
    /// The number of spans that are being sent.
    var sentCount = 0
    var droppedCount = 0
    /// The number of them that found no room, and that the log has not heard of.
    var withoutRoomCount = 0
    /// The number of them that came after the end, and that the log has not heard of.
    var lateCount = 0
    var isFlushing = false
    /// The time at which the process ends; nil where it does not.
    var end: Int?
    var hasEnded = false
  }

  // Touched only inside `condition.withLock`, which is a lock that threads can wait with.
  private nonisolated(unsafe) var guarded: Guarded
  private let condition = Condition()

  /// - Parameter log: Hears what was dropped, and why.
  init(
    _ configuration: OTLPConfiguration, _ transport: any SpanTransport,
    log: @escaping @Sendable (String) -> Void = { line in
      // A logger for each line: some programs bootstrap their logs after their traces.
      Logger(label: "pando.traces").warning("\(line)")
    }
  ) {
    self.configuration = configuration
    self.log = log
    self.transport = transport
    batchSize = min(configuration.batchSize, configuration.queueCapacity)
    guarded = Guarded(queue: SpanQueue(capacity: configuration.queueCapacity))
    _ = ServiceThread(name: "pando-traces") { [self] in run() }
  }

  /// The number of spans that were dropped, as there was no room, or nobody took them.
  var droppedCount: Int { condition.withLock { guarded.droppedCount } }

  /// Takes a span; drops it where there is no room. Never waits for an export.
  func add(_ span: SpanRecord) {
    condition.withLock {
      guard guarded.end == nil else {
        guarded.droppedCount += 1
        guarded.lateCount += 1
        return
      }
      guard guarded.queue.add(span) else {
        guarded.droppedCount += 1
        guarded.withoutRoomCount += 1
        return
      }
      if guarded.queue.count == batchSize { condition.broadcast() }
    }
  }

  /// Has what is queued exported soon. Does not wait.
  func flush() {
    condition.withLock {
      guarded.isFlushing = true
      condition.broadcast()
    }
  }

  /// Exports what is queued, and takes nothing more. Returns when that is done, or the time is over.
  func stop(withinMilliseconds milliseconds: Int) {
    let end = MonotonicClock.nowMilliseconds() + Self.bounded(milliseconds)
    let lostCount = condition.withLock { () -> Int in
      if guarded.end == nil { guarded.end = end }
      condition.broadcast()
      while !guarded.hasEnded {
        let left = end - MonotonicClock.nowMilliseconds()
        if left <= 0 { break }
        _ = condition.wait(atMostMilliseconds: left)
      }
      return guarded.hasEnded ? 0 : guarded.sentCount + guarded.queue.count
    }
    if lostCount > 0 {
      var report = DropReport()
      report.note(
        lostCount, "the process ends, and \(configuration.endpoint) has not answered in time")
      tell(&report, isLast: true)
    }
  }

  // MARK: - The thread

  private func run() {
    var report = DropReport()
    while waitForWork() {
      while let batch = takeBatch() { export(batch, &report) }
      tell(&report, isLast: false)
    }
    while let batch = takeBatch() { export(batch, &report) }
    tell(&report, isLast: true)
    condition.withLock {
      guarded.hasEnded = true
      condition.broadcast()
    }
  }

  /// Returns once spans are to be exported; false if they are the last.
  private func waitForWork() -> Bool {
    let due = MonotonicClock.nowMilliseconds() + Self.bounded(configuration.delayMilliseconds)
    return condition.withLock {
      while guarded.end == nil, !guarded.isFlushing, guarded.queue.count < batchSize {
        let left = due - MonotonicClock.nowMilliseconds()
        if left <= 0 { break }
        _ = condition.wait(atMostMilliseconds: left)
      }
      guarded.isFlushing = false
      return guarded.end == nil
    }
  }

  /// Returns a time that can be added to any other: of more than thirty years nobody sees the end.
  private static func bounded(_ milliseconds: Int) -> Int { min(max(0, milliseconds), 1 << 40) }

  private func takeBatch() -> [SpanRecord]? {
    condition.withLock {
      let batch = guarded.queue.take(batchSize)
      guarded.sentCount = batch.count
      return batch.isEmpty ? nil : batch
    }
  }

  /// The time until the process ends; nil where it does not.
  private var millisecondsLeft: Int? {
    condition.withLock { guarded.end }.map { max(0, $0 - MonotonicClock.nowMilliseconds()) }
  }

  private func export(_ batch: [SpanRecord], _ report: inout DropReport) {
    var retries = RetryMachine()
    while true {
      let limit = min(configuration.timeoutMilliseconds, millisecondsLeft ?? .max)
      let outcome = transport.send(batch, withinMilliseconds: limit)
      let directive = retries.handle(
        outcome, random: .random(in: 0...1), millisecondsLeft: millisecondsLeft)
      switch directive {
      case .done:
        if case .taken(let count, let message) = outcome, count > 0 || !message.isEmpty {
          // A collector may say any number.
          noteRejected(min(count, batch.count), outcome, &report)
        }
        return
      case .wait(let milliseconds, let isTold):
        if waitToRetry(milliseconds, isTold: isTold) { continue }
        return drop(batch.count, outcome, &report)
      case .drop:
        return drop(batch.count, outcome, &report)
      }
    }
  }

  /// Waits before another try. Returns false when the process ends before it may be made. A time that the collector
  /// has not asked for is cut short then.
  private func waitToRetry(_ milliseconds: Int, isTold: Bool) -> Bool {
    let due = MonotonicClock.nowMilliseconds() + milliseconds
    return condition.withLock {
      let wasEnding = guarded.end != nil
      while true {
        if let end = guarded.end {
          if !isTold, !wasEnding { return true }
          if due > end { return false }
        }
        let left = due - MonotonicClock.nowMilliseconds()
        if left <= 0 { return true }
        _ = condition.wait(atMostMilliseconds: left)
      }
    }
  }

  private func drop(_ count: Int, _ outcome: ExportOutcome, _ report: inout DropReport) {
    condition.withLock {
      guarded.droppedCount += count
      guarded.sentCount = 0
    }
    report.note(
      count,
      """
      \(configuration.endpoint) does not take them: \(outcome). Look whether it takes OTLP over HTTP there, in binary
      """)
    tell(&report, isLast: false)
  }

  private func noteRejected(_ count: Int, _ outcome: ExportOutcome, _ report: inout DropReport) {
    condition.withLock { guarded.droppedCount += count }
    report.note(count, "\(configuration.endpoint) took a batch, but \(outcome)")
    tell(&report, isLast: false)
  }

  private func tell(_ report: inout DropReport, isLast: Bool) {
    let (withoutRoomCount, lateCount) = condition.withLock { () -> (Int, Int) in
      defer { (guarded.withoutRoomCount, guarded.lateCount) = (0, 0) }
      return (guarded.withoutRoomCount, guarded.lateCount)
    }
    if withoutRoomCount > 0 {
      report.note(
        withoutRoomCount,
        "\(configuration.queueCapacity) waited already. Record fewer traces, or let more wait")
    }
    if lateCount > 0 {
      report.note(lateCount, "the export had been stopped when they ended")
    }
    if let line = report.take(now: MonotonicClock.nowMilliseconds(), isLast: isLast) {
      log(line)
    }
  }
}
