import Synchronization
import Testing
import Tracing

@testable import PandoOTLP

/// Keeps what is posted, and answers as it is told.
final class RecordingTransport: SpanTransport {
  let bodies = Mutex<[[UInt8]]>([])
  let outcomes: Mutex<[RetryMachine.Outcome]>

  init(_ outcomes: [RetryMachine.Outcome] = []) {
    self.outcomes = Mutex(outcomes)
  }

  func post(_ body: [UInt8], withinMilliseconds: Int) -> RetryMachine.Outcome {
    bodies.withLock { $0.append(body) }
    return outcomes.withLock { $0.isEmpty ? .response(status: 200) : $0.removeFirst() }
  }
}

@Suite("A tracer that exports", .timeLimit(.minutes(1)))
struct OTLPTracerTests {
  private func makeTracer(
    _ transport: RecordingTransport, _ change: (inout OTLPConfiguration) -> Void = { _ in }
  ) -> OTLPTracer {
    var configuration = OTLPConfiguration(endpoint: "http://nowhere", serviceName: "test")
    change(&configuration)
    return OTLPTracer(configuration, transport)
  }

  @Test("exports what has ended when it is stopped, and nothing after that")
  func stopping() {
    let transport = RecordingTransport()
    let tracer = makeTracer(transport)
    for _ in 0..<3 { tracer.withSpan("work") { _ in } }
    tracer.stop(withinMilliseconds: 30_000)
    tracer.withSpan("late") { _ in }
    #expect(transport.bodies.withLock { $0.count } == 1)
  }

  @Test("exports a full batch without being asked")
  func batches() async throws {
    let transport = RecordingTransport()
    let tracer = makeTracer(transport) {
      $0.batchSize = 4
      $0.delayMilliseconds = 1_000_000
    }
    for _ in 0..<4 { tracer.withSpan("work") { _ in } }
    let end = ContinuousClock.now + .seconds(30)
    while transport.bodies.withLock({ $0.isEmpty }), ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(transport.bodies.withLock { $0.count } == 1)
    tracer.stop()
  }

  @Test("drops and counts what finds no room, and what nobody takes")
  func drops() {
    let transport = RecordingTransport([.response(status: 400)])
    let tracer = makeTracer(transport) {
      $0.queueCapacity = 2
      $0.batchSize = 100
      $0.delayMilliseconds = 1_000_000
    }
    for _ in 0..<5 { tracer.withSpan("work") { _ in } }
    #expect(tracer.droppedSpanCount == 3)
    tracer.stop(withinMilliseconds: 30_000)
    #expect(tracer.droppedSpanCount == 5)
  }

  @Test("does not keep its process for a collector that is away")
  func away() {
    let transport = RecordingTransport([.unreachable, .unreachable])
    let tracer = makeTracer(transport)
    tracer.withSpan("work") { _ in }
    let start = ContinuousClock.now
    tracer.stop(withinMilliseconds: 30_000)
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(tracer.droppedSpanCount == 1)
  }

  @Test("passes its context on, and takes one up")
  func propagation() throws {
    let tracer = makeTracer(RecordingTransport())
    let span = tracer.startSpan("out")
    var fields: [String: String] = [:]
    tracer.inject(span.context, into: &fields, using: Fields())
    var context = ServiceContext.topLevel
    tracer.extract(fields, into: &context, using: Fields())
    #expect(context.spanContext == span.context.spanContext)
    let child = tracer.startSpan("in", context: context)
    #expect(child.context.spanContext?.traceID == span.context.spanContext?.traceID)
    #expect(child.context.spanContext?.spanID != span.context.spanContext?.spanID)
    #expect(child.isRecording)
    tracer.stop()
  }

  @Test("records the part that it is told, and all of what is recorded elsewhere")
  func sampling() {
    let tracer = makeTracer(RecordingTransport()) { $0.samplingRatio = 0.25 }
    let recorded = (0..<4_000).count { _ in
      let span = tracer.startSpan("root")
      defer { span.end() }
      let child = tracer.startSpan("child", context: span.context)
      #expect(child.isRecording == span.isRecording)
      return span.isRecording
    }
    #expect((700..<1_300).contains(recorded))
    var context = ServiceContext.topLevel
    context.spanContext = SpanContext(
      parent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
    #expect(tracer.startSpan("taken up", context: context).isRecording)
    #expect(tracer.recordingAll.startSpan("root").isRecording)
    tracer.stop()
  }

  private struct Fields: Injector, Extractor {
    func inject(_ value: String, forKey key: String, into fields: inout [String: String]) {
      fields[key] = value
    }
    func extract(key: String, from fields: [String: String]) -> String? { fields[key] }
  }
}
