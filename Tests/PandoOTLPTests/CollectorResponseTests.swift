#if OTLP
  import NIOCore
  import SwiftProtobuf
  import Testing

  @testable import PandoOTLP

  @Suite("A collector's response")
  struct CollectorResponseTests {
    private typealias Answer =
      Opentelemetry_Proto_Collector_Trace_V1_ExportTraceServiceResponse

    @Test("takes the spans, all or but for some")
    func taken() throws {
      #expect(CollectorResponse(status: 200).outcome(now: 0) == .taken())
      let answer = Answer.with {
        $0.partialSuccess.rejectedSpans = 3
        $0.partialSuccess.errorMessage = "too old"
      }
      let body = ByteBuffer(bytes: try answer.serializedData())
      #expect(
        CollectorResponse(status: 200, body: body).outcome(now: 0)
          == .taken(rejectedCount: 3, message: "too old"))
      // Nonsense, and a number below nought, reject nothing.
      #expect(
        CollectorResponse(status: 200, body: ByteBuffer(string: "thanks")).outcome(now: 0)
          == .taken())
      let odd = Answer.with { $0.partialSuccess.rejectedSpans = -1 }
      #expect(
        CollectorResponse(status: 202, body: ByteBuffer(bytes: try odd.serializedData()))
          .outcome(now: 0) == .taken())
    }

    @Test("refuses them, and may say for how long")
    func refused() {
      #expect(CollectorResponse(status: 400).outcome(now: 0) == .refused(status: 400))
      #expect(
        CollectorResponse(status: 503, retryAfter: "7").outcome(now: 0)
          == .refused(status: 503, retryAfterMilliseconds: 7_000))
      #expect(
        CollectorResponse(status: 503, retryAfter: "soon").outcome(now: 0)
          == .refused(status: 503))
    }

    @Test("is asked for with certificates that can be read")
    func certificates() {
      var configuration = OTLPConfiguration(endpoint: "https://c", serviceName: "app")
      configuration.certificateFile = "/nowhere.pem"
      let error = #expect(throws: OTLPError.self) { try HTTPTransport(configuration) }
      #expect(error?.description.contains("/nowhere.pem") == true)
      #expect(error?.description.contains("OTEL_EXPORTER_OTLP_CERTIFICATE") == true)
    }
  }
#endif
