#if OTLP
  import NIOCore
  import NIOHTTP1
  import SwiftProtobuf

  /// The response of a collector, as far as an exporter reads it.
  struct CollectorResponse: Sendable {
    var status = 0
    var retryAfter: String?
    var body = ByteBuffer()

    /// - Parameter now: Seconds since 1970.
    func outcome(now: Int) -> ExportOutcome {
      guard (200..<300).contains(status) else {
        return .refused(
          status: status,
          retryAfterMilliseconds: retryAfter.flatMap { RetryAfter.milliseconds($0, now: now) })
      }
      // A body that cannot be read says nothing of spans that were rejected.
      let answer = try? Opentelemetry_Proto_Collector_Trace_V1_ExportTraceServiceResponse(
        serializedBytes: Array(body.readableBytesView))
      guard let answer, answer.hasPartialSuccess else { return .taken() }
      return .taken(
        rejectedCount: Int(max(0, answer.partialSuccess.rejectedSpans)),
        message: answer.partialSuccess.errorMessage)
    }
  }
#endif
