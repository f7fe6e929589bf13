import Tracing

/// The place of a span in its trace, as it goes from process to process.
struct SpanContext: Hashable, Sendable {
  var traceID: TraceID
  var spanID: SpanID
  /// True if the trace is recorded.
  var isSampled: Bool
  /// The words of others about the trace, passed on as they are: `tracestate`.
  var state = ""
  /// True if another process began the span.
  var isRemote = false
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
