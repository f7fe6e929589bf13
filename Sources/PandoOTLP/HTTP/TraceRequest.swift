#if OTLP
  import Foundation
  import SwiftProtobuf
  import Tracing

  /// The body of one request, by the published schema.
  enum TraceRequest {
    /// Writes spans of one process.
    static func encode(
      _ spans: [SpanRecord], _ resource: Opentelemetry_Proto_Resource_V1_Resource
    ) throws -> Data {
      let request = Opentelemetry_Proto_Collector_Trace_V1_ExportTraceServiceRequest.with {
        $0.resourceSpans = [
          .with {
            $0.resource = resource
            $0.scopeSpans = [
              .with {
                $0.scope.name = "pando"
                $0.spans = spans.map(Opentelemetry_Proto_Trace_V1_Span.init)
              }
            ]
          }
        ]
      }
      return try request.serializedData()
    }
  }

  extension Opentelemetry_Proto_Trace_V1_Span {
    init(_ record: SpanRecord) {
      self.init()
      traceID = Data(record.context.traceID.bytes)
      spanID = Data(record.context.spanID.bytes)
      traceState = record.context.state
      if let parent = record.parent { parentSpanID = Data(parent.spanID.bytes) }
      flags = Self.flags(record.context, isRemote: record.parent?.isRemote ?? false)
      name = record.name
      kind = SpanKind(record.kind)
      startTimeUnixNano = record.start
      // Clocks are set now and then. A span that ends before it begins is refused by some.
      endTimeUnixNano = max(record.start, record.end)
      attributes = .init(record.attributes)
      events = record.events.map(Event.init)
      droppedEventsCount = UInt32(clamping: record.droppedEventCount)
      links = record.links.compactMap(Link.init)
      droppedLinksCount = UInt32(clamping: record.droppedLinkCount)
      if let status = record.status { self.status = .init(status) }
    }

    /// The flags of the W3C, and whether the parent, or the span of a link, is another process's.
    fileprivate static func flags(_ context: SpanContext, isRemote: Bool) -> UInt32 {
      let known = Opentelemetry_Proto_Trace_V1_SpanFlags.contextHasIsRemoteMask.rawValue
      let remote = Opentelemetry_Proto_Trace_V1_SpanFlags.contextIsRemoteMask.rawValue
      return UInt32((context.isSampled ? 1 : 0) | known | (isRemote ? remote : 0))
    }
  }

  extension Opentelemetry_Proto_Trace_V1_Span.SpanKind {
    fileprivate init(_ kind: Tracing.SpanKind) {
      self =
        switch kind {
        case .internal: .internal
        case .server: .server
        case .client: .client
        case .producer: .producer
        case .consumer: .consumer
        }
    }
  }

  extension Opentelemetry_Proto_Trace_V1_Span.Event {
    fileprivate init(_ event: SpanEvent) {
      self.init()
      timeUnixNano = event.nanosecondsSinceEpoch
      name = event.name
      attributes = .init(event.attributes)
    }
  }

  extension Opentelemetry_Proto_Trace_V1_Span.Link {
    fileprivate init?(_ link: SpanLink) {
      guard let context = link.context.spanContext else { return nil }
      self.init()
      traceID = Data(context.traceID.bytes)
      spanID = Data(context.spanID.bytes)
      traceState = context.state
      flags = Opentelemetry_Proto_Trace_V1_Span.flags(context, isRemote: context.isRemote)
      attributes = .init(link.attributes)
    }
  }

  extension Opentelemetry_Proto_Trace_V1_Status {
    fileprivate init(_ status: SpanStatus) {
      self.init()
      message = status.message ?? ""
      code = status.code == .error ? .error : .ok
    }
  }
#endif
