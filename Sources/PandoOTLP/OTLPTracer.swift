public import Tracing

/// Makes spans and exports them by OpenTelemetry's protocol. What goes from process to process is the W3C's
/// `traceparent` and `tracestate`.
///
/// A trace that begins here is recorded by the configuration's ratio, one that began elsewhere where it is recorded
/// there.
public final class OTLPTracer: Tracer {
  private let exporter: SpanExporter
  private let samplingRatio: Double

  init(_ configuration: OTLPConfiguration, _ transport: any SpanTransport) {
    exporter = SpanExporter(configuration, transport)
    samplingRatio = configuration.samplingRatio
  }

  private init(_ exporter: SpanExporter, samplingRatio: Double) {
    self.exporter = exporter
    self.samplingRatio = samplingRatio
  }

  /// A tracer with the same exporter, which records every trace that begins with it.
  var recordingAll: OTLPTracer { OTLPTracer(exporter, samplingRatio: 1) }

  /// The number of spans that were dropped, as too many waited, or nobody took them.
  public var droppedSpanCount: Int { exporter.droppedCount }

  public func startSpan<Instant: TracerInstant>(
    _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
  ) -> OTLPSpan {
    var context = context()
    let parent = context.spanContext
    let spanContext = child(of: parent)
    context.spanContext = spanContext
    let record = SpanRecord(
      context: spanContext, parent: parent?.spanID, name: operationName, kind: kind,
      start: instant().nanosecondsSinceEpoch)
    return OTLPSpan(record, context) { [exporter] in exporter.add($0) }
  }

  private func child(of parent: SpanContext?) -> SpanContext {
    var generator = SystemRandomNumberGenerator()
    let spanID = SpanID(randomBy: &generator)
    if var context = parent {
      context.spanID = spanID
      return context
    }
    let traceID = TraceID(randomBy: &generator)
    // By the trace's name, so that all who look at it decide alike.
    let isSampled = Double(traceID.low >> 11) * 0x1p-53 < samplingRatio
    return SpanContext(traceID: traceID, spanID: spanID, isSampled: isSampled)
  }

  public func inject<Carrier, Inject: Injector>(
    _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
  ) where Inject.Carrier == Carrier {
    guard let span = context.spanContext else { return }
    injector.inject(span.parentText, forKey: SpanContext.parentField, into: &carrier)
    if !span.state.isEmpty {
      injector.inject(span.state, forKey: SpanContext.stateField, into: &carrier)
    }
  }

  public func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
  ) where Extract.Carrier == Carrier {
    guard let parent = extractor.extract(key: SpanContext.parentField, from: carrier) else {
      return
    }
    let state = extractor.extract(key: SpanContext.stateField, from: carrier)
    if let span = SpanContext(parent: parent, state: state) { context.spanContext = span }
  }

  /// Has what is queued exported soon. Does not wait.
  public func forceFlush() { exporter.flush() }

  /// Exports what is queued, and takes nothing more. Returns when that is done, or the time is over. Blocks the
  /// calling thread.
  public func stop(withinMilliseconds milliseconds: Int = 1_000) {
    exporter.stop(withinMilliseconds: milliseconds)
  }
}
