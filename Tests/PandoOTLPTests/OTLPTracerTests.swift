import Synchronization
import Testing
import Tracing

@testable import PandoOTLP

@Suite("A tracer that exports", .timeLimit(.minutes(15)))
struct OTLPTracerTests {
  private func withTracer(
    _ sampler: TraceSampler = TraceSampler(part: 1), recordsAll: Bool = false,
    _ body: (OTLPTracer) throws -> Void
  ) rethrows -> [SpanRecord] {
    let transport = RecordingTransport()
    let exporter = SpanExporter(
      OTLPConfiguration(endpoint: "http://nowhere", serviceName: "test"), transport)
    defer { exporter.stop(withinMilliseconds: 30_000) }
    try body(OTLPTracer(exporter, sampler, recordsAll: recordsAll))
    exporter.stop(withinMilliseconds: 30_000)
    return transport.batches.withLock { $0.flatMap { $0 } }
  }

  private static let recorded = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
  private static let unrecorded = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"

  private func context(_ parent: String) -> ServiceContext {
    var context = ServiceContext.topLevel
    context.spanContext = SpanContext(parent: parent)
    return context
  }

  @Test("has spans that know their parents, and what was said of them until they ended")
  func spans() throws {
    struct Broken: Error {}
    let spans = withTracer { tracer in
      let outer = tracer.startSpan("outer", context: .topLevel, ofKind: .server)
      let inner = tracer.startSpan("inner", context: outer.context)
      inner.attributes["color"] = "green"
      inner.addEvent("seen")
      inner.recordError(Broken())
      inner.addLink(SpanLink(context: outer.context, attributes: [:]))
      inner.setStatus(SpanStatus(code: .error, message: "broken"))
      inner.end()
      inner.attributes["late"] = true
      inner.end()
      outer.operationName = "renamed"
      outer.end()
    }
    #expect(spans.map(\.name) == ["inner", "renamed"])
    let (inner, outer) = (spans[0], spans[1])
    #expect(inner.parent?.spanID == outer.context.spanID)
    #expect(inner.context.traceID == outer.context.traceID)
    #expect(outer.parent == nil)
    #expect(outer.kind == .server)
    #expect(inner.attributes.count == 1)
    #expect(inner.events.map(\.name) == ["seen", "exception"])
    #expect(inner.events[1].attributes.get("exception.type") == .string("Broken"))
    #expect(inner.links.count == 1)
    #expect(inner.status?.message == "broken")
    #expect(inner.start >= outer.start && inner.end >= inner.start && outer.end >= inner.end)
  }

  @Test("keeps so many events and links of a span, and counts the rest")
  func limits() {
    let spans = withTracer { tracer in
      let span = tracer.startSpan("long", context: .topLevel)
      for _ in 0..<130 {
        span.addEvent("tick")
        span.addLink(SpanLink(context: span.context, attributes: [:]))
      }
      span.end()
    }
    #expect(spans[0].events.count == 128 && spans[0].droppedEventCount == 2)
    #expect(spans[0].links.count == 128 && spans[0].droppedLinkCount == 2)
  }

  @Test("passes its context on, and takes one up")
  func propagation() throws {
    let spans = withTracer { tracer in
      let span = tracer.startSpan("out", context: .topLevel)
      var fields: [String: String] = [:]
      tracer.inject(span.context, into: &fields, using: Fields())
      fields["tracestate"] = "vendor=1"
      var context = ServiceContext.topLevel
      tracer.extract(fields, into: &context, using: Fields())
      let child = tracer.startSpan("in", context: context)
      var further: [String: String] = [:]
      tracer.inject(child.context, into: &further, using: Fields())
      #expect(further["tracestate"] == "vendor=1")
      child.end()
      span.end()
    }
    #expect(spans[0].context.traceID == spans[1].context.traceID)
    #expect(spans[0].parent?.spanID == spans[1].context.spanID)
    #expect(spans[0].parent?.isRemote == true)
    #expect(spans[0].context.isRemote == false)
  }

  @Test("records the part that it is told, and all of what is recorded elsewhere")
  func sampling() {
    _ = withTracer(TraceSampler(part: 0.25)) { tracer in
      let recorded = (0..<4_000).count { _ in
        let span = tracer.startSpan("root", context: .topLevel)
        let child = tracer.startSpan("child", context: span.context)
        #expect(child.isRecording == span.isRecording)
        return span.isRecording
      }
      // Sixteen standard deviations to both sides.
      #expect((560..<1_440).contains(recorded))
      #expect(tracer.startSpan("taken up", context: context(Self.recorded)).isRecording)
      #expect(!tracer.startSpan("taken up", context: context(Self.unrecorded)).isRecording)
    }
  }

  @Test("records its own part of what began elsewhere where it follows no parent")
  func independent() {
    for part in [0.0, 1] {
      _ = withTracer(TraceSampler(part: part, followsParent: false)) { tracer in
        for parent in [Self.recorded, Self.unrecorded] {
          #expect(tracer.startSpan("child", context: context(parent)).isRecording == (part == 1))
        }
      }
    }
  }

  @Test("of stores records every trace, under names that other processes record, too")
  func stores() {
    for part in [1, 0.5, 0.01, 1e-12] {
      let sampler = TraceSampler(part: part, followsParent: false)
      _ = withTracer(sampler, recordsAll: true) { tracer in
        let traces = (0..<200).compactMap { _ in
          let span = tracer.startSpan("action", context: .topLevel)
          return span.isRecording ? span.context.spanContext?.traceID : nil
        }
        #expect(traces.count == 200)
        #expect(Set(traces).count == 200)
        #expect(traces.allSatisfy(sampler.includes))
      }
    }
  }

  private struct Fields: Injector, Extractor {
    func inject(_ value: String, forKey key: String, into fields: inout [String: String]) {
      fields[key] = value
    }
    func extract(key: String, from fields: [String: String]) -> String? { fields[key] }
  }
}
