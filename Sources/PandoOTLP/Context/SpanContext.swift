import Tracing

/// The place of a span in its trace, as it goes from process to process.
struct SpanContext: Hashable, Sendable {
  var traceID: TraceID
  var spanID: SpanID
  /// True if the trace is recorded.
  var isSampled: Bool
  /// What others said of the trace, passed on as it is: `tracestate`.
  var state = ""
}

private enum SpanContextKey: ServiceContextKey {
  typealias Value = SpanContext
}

extension ServiceContext {
  /// The span that is current in this context.
  var spanContext: SpanContext? {
    get { self[SpanContextKey.self] }
    set { self[SpanContextKey.self] = newValue }
  }
}
