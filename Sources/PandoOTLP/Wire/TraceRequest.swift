import Tracing

/// The body of one export: `ExportTraceServiceRequest`.
///
/// Written by hand: it is only ever written, and it is five messages. The numbers of fields are those of
/// `opentelemetry/proto/trace/v1/trace.proto`; a test has the published schema read them.
struct TraceRequest {
  let resource: [(name: String, value: String)]
  let spans: [SpanRecord]

  var bytes: [UInt8] {
    var writer = ProtobufWriter()
    writer.append(1) { resourceSpans in
      resourceSpans.append(1) { resource in
        for (name, value) in self.resource { resource.append(1, name: name, text: value) }
      }
      resourceSpans.append(2) { scopeSpans in
        scopeSpans.append(1) { $0.append(1, text: "pando") }
        for span in spans { scopeSpans.append(2) { Self.write(span, to: &$0) } }
      }
    }
    return writer.bytes
  }

  private static func write(_ span: SpanRecord, to writer: inout ProtobufWriter) {
    writer.append(1, bytes: span.context.traceID.bytes)
    writer.append(2, bytes: span.context.spanID.bytes)
    writer.append(3, text: span.context.state)
    if let parent = span.parent { writer.append(4, bytes: parent.bytes) }
    writer.append(5, text: span.name)
    writer.append(6, varint: number(of: span.kind))
    writer.append(7, fixed64: span.start)
    writer.append(8, fixed64: span.end)
    writer.append(9, span.attributes)
    for event in span.events {
      writer.append(11) {
        $0.append(1, fixed64: event.nanosecondsSinceEpoch)
        $0.append(2, text: event.name)
        $0.append(3, event.attributes)
      }
    }
    writer.append(12, varint: UInt64(span.droppedEventCount))
    for link in span.links {
      guard let context = link.context.spanContext else { continue }
      writer.append(13) {
        $0.append(1, bytes: context.traceID.bytes)
        $0.append(2, bytes: context.spanID.bytes)
        $0.append(3, text: context.state)
        $0.append(4, link.attributes)
      }
    }
    if let status = span.status {
      writer.append(15) {
        $0.append(2, text: status.message ?? "")
        $0.append(3, varint: status.code == .error ? 2 : 1)
      }
    }
    writer.append(16, fixed32: span.context.isSampled ? 1 : 0)
  }

  private static func number(of kind: SpanKind) -> UInt64 {
    switch kind {
    case .internal: 1
    case .server: 2
    case .client: 3
    case .producer: 4
    case .consumer: 5
    }
  }
}
