import Tracing

/// A span that has ended.
struct SpanRecord: Sendable {
  var context: SpanContext
  var parent: SpanContext?
  var name: String
  var kind: SpanKind
  /// Nanoseconds since 1970.
  var start: UInt64
  var end: UInt64 = 0
  var attributes: SpanAttributes = [:]
  var events: [SpanEvent] = []
  var droppedEventCount = 0
  var links: [SpanLink] = []
  var droppedLinkCount = 0
  var status: SpanStatus?
}
