import Dispatch
import Foundation
import Synchronization
import Testing
import Tracing

@testable import PandoOTLP

@Suite("An exporter of spans", .timeLimit(.minutes(15)))
struct SpanExporterTests {
  private func makeExporter(
    _ transport: RecordingTransport, _ change: (inout OTLPConfiguration) -> Void = { _ in }
  ) -> SpanExporter {
    var configuration = OTLPConfiguration(endpoint: "http://nowhere", serviceName: "test")
    configuration.delayMilliseconds = 1_000_000
    change(&configuration)
    return SpanExporter(configuration, transport)
  }

  private func add(_ count: Int, to exporter: SpanExporter) {
    let tracer = OTLPTracer(exporter, TraceSampler(part: 1))
    for _ in 0..<count { tracer.startSpan("work", context: .topLevel).end() }
  }

  private func wait(_ condition: () -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(30)
    while !condition(), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(2)) }
  }

  @Test("exports what is there when it is stopped, and drops what comes later")
  func stopping() {
    let transport = RecordingTransport()
    let exporter = makeExporter(transport) { $0.batchSize = 100 }
    add(3, to: exporter)
    exporter.stop(withinMilliseconds: 30_000)
    #expect(transport.counts == [3])
    #expect(exporter.droppedCount == 0)
    add(1, to: exporter)
    #expect(exporter.droppedCount == 1)
    exporter.stop(withinMilliseconds: 30_000)
    #expect(transport.counts == [3])
  }

  @Test(
    "says of spans that end once it is stopped that they came too late, not that others had waited")
  func late() {
    let isOpen = DispatchSemaphore(value: 0)
    let isSending = DispatchSemaphore(value: 0)
    let transport = RecordingTransport { _ in
      isSending.signal()
      isOpen.wait()
    }
    let lines = Mutex<[String]>([])
    var configuration = OTLPConfiguration(endpoint: "http://nowhere", serviceName: "test")
    configuration.delayMilliseconds = 1_000_000
    configuration.queueCapacity = 1_000_000
    let exporter = SpanExporter(configuration, transport) { line in
      lines.withLock { $0.append(line) }
    }
    add(1, to: exporter)
    exporter.flush()
    isSending.wait()
    let isStopped = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      exporter.stop(withinMilliseconds: 60_000)
      isStopped.signal()
    }
    // What comes before the stop is noted finds room.
    while exporter.droppedCount == 0 { add(1, to: exporter) }
    for _ in 0..<100 { isOpen.signal() }
    isStopped.wait()
    let said = lines.withLock { $0 }
    #expect(said == ["1 span is dropped: the export had been stopped when they ended"])
  }

  @Test("exports a full batch without being asked, and the rest when it is asked")
  func batches() async throws {
    let transport = RecordingTransport()
    let exporter = makeExporter(transport) { $0.batchSize = 4 }
    add(4, to: exporter)
    try await wait { transport.counts == [4] }
    add(1, to: exporter)
    exporter.flush()
    try await wait { transport.counts == [4, 1] }
    #expect(transport.counts == [4, 1])
    exporter.stop(withinMilliseconds: 30_000)
  }

  @Test("counts no more spans as rejected than it sent, whatever the collector says")
  func rejectedBeyondAll() {
    // The thread may take what is there before a batch is full, but no more batches than there are spans.
    let transport = RecordingTransport(
      Array(repeating: .taken(rejectedCount: .max), count: 8))
    let exporter = makeExporter(transport) {
      $0.batchSize = 4
      $0.delayMilliseconds = .max
    }
    add(8, to: exporter)
    exporter.stop(withinMilliseconds: .max)
    #expect(exporter.droppedCount == 8)
  }

  @Test("exports a full queue that is smaller than a batch")
  func smallQueue() async throws {
    let transport = RecordingTransport()
    let exporter = makeExporter(transport) { $0.queueCapacity = 3 }
    add(3, to: exporter)
    try await wait { transport.counts == [3] }
    #expect(transport.counts == [3])
    exporter.stop(withinMilliseconds: 30_000)
  }

  @Test("exports what is there after a delay")
  func delay() async throws {
    let transport = RecordingTransport()
    let exporter = makeExporter(transport) { $0.delayMilliseconds = 20 }
    add(2, to: exporter)
    try await wait { transport.counts.reduce(0, +) == 2 }
    #expect(transport.counts.reduce(0, +) == 2)
    exporter.stop(withinMilliseconds: 30_000)
  }

  @Test("never makes one wait who ends a span, however long a request takes")
  func bounds() {
    let isOpen = DispatchSemaphore(value: 0)
    let isSending = DispatchSemaphore(value: 0)
    let transport = RecordingTransport { _ in
      isSending.signal()
      isOpen.wait()
    }
    let exporter = makeExporter(transport) {
      $0.queueCapacity = 5
      $0.batchSize = 2
    }
    add(2, to: exporter)
    isSending.wait()
    // The batch is being sent. Five more have room.
    add(8, to: exporter)
    #expect(exporter.droppedCount == 3)
    for _ in 0..<4 { isOpen.signal() }
    exporter.stop(withinMilliseconds: 30_000)
    #expect(transport.counts == [2, 2, 2, 1])
    #expect(exporter.droppedCount == 3)
  }

  @Test("sends the same again, and loses nothing")
  func again() async throws {
    let transport = RecordingTransport([.refused(status: 503), .unreachable("reset")])
    let exporter = makeExporter(transport) { $0.delayMilliseconds = 1 }
    add(1, to: exporter)
    try await wait { transport.counts.count == 3 }
    exporter.stop(withinMilliseconds: 30_000)
    #expect(transport.counts == [1, 1, 1])
    #expect(Set(transport.batches.withLock { $0.map { $0[0].context.spanID } }).count == 1)
    #expect(exporter.droppedCount == 0)
  }

  @Test("drops and counts what is refused for good, and what is rejected")
  func refused() {
    let (isSending, isOpen) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let outcomes: [ExportOutcome] = [
      .refused(status: 400), .taken(rejectedCount: 2, message: "too old"),
    ]
    let transport = RecordingTransport(outcomes) { _ in
      isSending.signal()
      isOpen.wait()
    }
    let exporter = makeExporter(transport) { $0.batchSize = 3 }
    add(3, to: exporter)
    isSending.wait()
    // The first batch is being sent, so that none of these goes before all are there.
    add(3, to: exporter)
    for _ in 0..<2 { isOpen.signal() }
    exporter.stop(withinMilliseconds: 30_000)
    #expect(transport.counts == [3, 3])
    #expect(exporter.droppedCount == 5)
  }

  @Test("does not keep a process for a collector that is away")
  func away() {
    let transport = RecordingTransport([.unreachable("refused")])
    let exporter = makeExporter(transport)
    add(1, to: exporter)
    exporter.stop(withinMilliseconds: 600_000)
    #expect(transport.counts == [1])
    #expect(exporter.droppedCount == 1)
  }

  @Test("does not keep a process for a collector that never answers")
  func silence() {
    let isOpen = DispatchSemaphore(value: 0)
    let limits = Mutex<[Int]>([])
    let transport = RecordingTransport { milliseconds in
      limits.withLock { $0.append(milliseconds) }
      isOpen.wait()
    }
    let exporter = makeExporter(transport)
    add(2, to: exporter)
    exporter.stop(withinMilliseconds: 50)
    // Returning at all is what counts. A request of a process that ends has only the time that is left.
    #expect(limits.withLock { $0.allSatisfy { $0 <= 50 } })
    isOpen.signal()
    exporter.stop(withinMilliseconds: 30_000)
  }

  @Test("cuts a wait short when the process ends, unless the collector has asked for it")
  func ending() async throws {
    for (outcome, counts) in [
      (ExportOutcome.refused(status: 503), [1, 1]),
      (.refused(status: 503, retryAfterMilliseconds: 500_000), [1]),
    ] {
      let transport = RecordingTransport([outcome])
      let exporter = makeExporter(transport) { $0.delayMilliseconds = 1 }
      add(1, to: exporter)
      try await wait { transport.counts == [1] }
      exporter.stop(withinMilliseconds: 30_000)
      #expect(transport.counts == counts)
      #expect(exporter.droppedCount == 2 - counts.count)
    }
  }
}
