#if OTLP
  import Foundation
  import Glibc
  import SwiftProtobuf
  import Testing
  import Tracing

  @testable import PandoOTLP

  @Suite("The body of a request")
  struct TraceRequestTests {
    private typealias Request =
      Opentelemetry_Proto_Collector_Trace_V1_ExportTraceServiceRequest

    private func encoded(
      _ record: SpanRecord, _ change: (inout OTLPConfiguration) -> Void = { _ in }
    ) throws -> Request {
      var configuration = OTLPConfiguration(endpoint: "http://c", serviceName: "shop")
      change(&configuration)
      return try Request(
        serializedBytes: try TraceRequest.encode([record], .process(configuration)))
    }

    private func record() throws -> SpanRecord {
      let context = try #require(
        SpanContext(
          parent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", state: "vendor=1"))
      var parent = context
      parent.spanID = try #require(SpanID(rawValue: 1))
      return SpanRecord(
        context: context, parent: parent, name: "work", kind: .client, start: 10, end: 20)
    }

    @Test("has every field of a span")
    func span() throws {
      var record = try record()
      record.events = [SpanEvent(name: "seen", at: Instant(15), attributes: ["a": 1])]
      record.droppedEventCount = 2
      record.droppedLinkCount = 3
      var context = ServiceContext.topLevel
      context.spanContext = record.context
      record.links = [
        SpanLink(context: context, attributes: ["b": true]),
        SpanLink(context: .topLevel, attributes: [:]),
      ]
      record.status = SpanStatus(code: .error, message: "broken")
      let span = try encoded(record).resourceSpans[0].scopeSpans[0].spans[0]
      #expect(
        span.traceID.map { String($0, radix: 16) }.joined() == "af7651916cd43dd8448eb211c80319c")
      #expect(span.spanID == Data([0xb7, 0xad, 0x6b, 0x71, 0x69, 0x20, 0x33, 0x31]))
      #expect(span.parentSpanID == Data([0, 0, 0, 0, 0, 0, 0, 1]))
      #expect(span.traceState == "vendor=1")
      #expect(span.flags == 0x301)
      #expect(span.name == "work")
      #expect(span.kind == .client)
      #expect(span.startTimeUnixNano == 10 && span.endTimeUnixNano == 20)
      #expect(span.events.count == 1 && span.events[0].timeUnixNano == 15)
      #expect(span.events[0].attributes[0].value.intValue == 1)
      #expect(span.droppedEventsCount == 2 && span.droppedLinksCount == 3)
      #expect(span.links.count == 1 && span.links[0].spanID == span.spanID)
      #expect(span.status.code == .error && span.status.message == "broken")
    }

    @Test("has no parent where there is none, and never ends before it begins")
    func root() throws {
      var record = try record()
      record.parent = nil
      record.end = 5
      let span = try encoded(record).resourceSpans[0].scopeSpans[0].spans[0]
      #expect(span.parentSpanID.isEmpty)
      #expect(span.flags == 0x101)
      #expect(span.endTimeUnixNano == 10)
    }

    @Test("has attributes of every kind")
    func attributes() throws {
      var record = try record()
      record.attributes = [
        "a": "text", "b": true, "c": .int32(-1), "d": .int64(1 << 40), "e": 0.5,
        "f": .stringArray(["x", "y"]), "g": .boolArray([false]), "h": .int32Array([-1, 2]),
        "i": .int64Array([3]), "j": .doubleArray([0.25]),
        "k": .stringConvertible(ExportOutcome.unreachable("gone")),
        "l": .stringConvertibleArray([7]),
      ]
      let attributes = try encoded(record).resourceSpans[0].scopeSpans[0].spans[0].attributes
      #expect(attributes.map(\.key) == "abcdefghijkl".map(String.init))
      let values = attributes.map(\.value)
      #expect(values[0].stringValue == "text")
      #expect(values[1].value == .boolValue(true))
      #expect(values[2].intValue == -1)
      #expect(values[3].intValue == 1 << 40)
      #expect(values[4].doubleValue == 0.5)
      #expect(values[5].arrayValue.values.map(\.stringValue) == ["x", "y"])
      #expect(values[6].arrayValue.values.map(\.value) == [.boolValue(false)])
      #expect(values[7].arrayValue.values.map(\.intValue) == [-1, 2])
      #expect(values[8].arrayValue.values.map(\.intValue) == [3])
      #expect(values[9].arrayValue.values.map(\.doubleValue) == [0.25])
      #expect(values[10].stringValue == "it does not answer (gone)")
      #expect(values[11].arrayValue.values.map(\.stringValue) == ["7"])
    }

    @Test("says which process it is, and what a person has said of it")
    func resource() throws {
      let attributes = try encoded(record()) {
        $0.resourceAttributes = ["host.name": "mine", "service.name": "other"]
      }.resourceSpans[0].resource.attributes
      let values = Dictionary(uniqueKeysWithValues: attributes.map { ($0.key, $0.value) })
      #expect(values["service.name"]?.stringValue == "shop")
      #expect(values["host.name"]?.stringValue == "mine")
      #expect(values["process.pid"]?.intValue == Int64(getpid()))
      #expect(values["telemetry.sdk.language"]?.stringValue == "swift")
    }

    private struct Instant: TracerInstant {
      let nanosecondsSinceEpoch: UInt64

      init(_ nanoseconds: UInt64) { nanosecondsSinceEpoch = nanoseconds }

      static func < (one: Self, other: Self) -> Bool {
        one.nanosecondsSinceEpoch < other.nanosecondsSinceEpoch
      }
    }
  }
#endif
