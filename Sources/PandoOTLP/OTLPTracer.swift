import Tracing

/// Makes spans and exports them by OpenTelemetry's protocol. The words that go from process to process are the W3C's
/// `traceparent` and `tracestate`.
final class OTLPTracer: Tracer {
  private let exporter: SpanExporter
  private let sampler: TraceSampler
  private let recordsAll: Bool

  /// - Parameter recordsAll: True if every trace that begins with this tracer is recorded, under a name that the
  ///   sampler picks: then other processes with the same sampler record it, too.
  init(_ exporter: SpanExporter, _ sampler: TraceSampler, recordsAll: Bool = false) {
    self.exporter = exporter
    self.sampler = sampler
    self.recordsAll = recordsAll
  }

  func startSpan<Instant: TracerInstant>(
    _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
  ) -> OTLPSpan {
    var context = context()
    let parent = context.spanContext
    let spanContext = begin(below: parent, isOutside: context.isEmpty)
    context.spanContext = spanContext
    let record = SpanRecord(
      context: spanContext, parent: parent, name: operationName, kind: kind,
      start: instant().nanosecondsSinceEpoch)
    return OTLPSpan(record, context) { [exporter] in exporter.add($0) }
  }

  /// - Parameter isOutside: True if nothing is known of who asks: then a store has picked the action. A task whose
  ///   context has other things has picked nothing.
  private func begin(below parent: SpanContext?, isOutside: Bool) -> SpanContext {
    var generator = SystemRandomNumberGenerator()
    let spanID = SpanID(randomBy: &generator)
    if let parent {
      return SpanContext(
        traceID: parent.traceID, spanID: spanID,
        isSampled: sampler.isRecorded(parent.traceID, parent: parent), state: parent.state)
    }
    let isPicked = recordsAll && isOutside
    let traceID =
      isPicked
      ? sampler.makeTrace(using: &generator) : TraceID(randomBy: &generator)
    return SpanContext(
      traceID: traceID, spanID: spanID,
      isSampled: isPicked || sampler.isRecorded(traceID, parent: nil))
  }

  func inject<Carrier, Inject: Injector>(
    _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
  ) where Inject.Carrier == Carrier {
    guard let span = context.spanContext else { return }
    injector.inject(span.parentText, forKey: SpanContext.parentField, into: &carrier)
    if !span.state.isEmpty {
      injector.inject(span.state, forKey: SpanContext.stateField, into: &carrier)
    }
  }

  func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
  ) where Extract.Carrier == Carrier {
    guard let parent = extractor.extract(key: SpanContext.parentField, from: carrier) else {
      return
    }
    let state = extractor.extract(key: SpanContext.stateField, from: carrier)
    if let span = SpanContext(parent: parent, state: state) { context.spanContext = span }
  }

  /// Has what is queued exported soon. Does not wait.
  func forceFlush() { exporter.flush() }
}
