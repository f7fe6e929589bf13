#if OTLP
  import AsyncHTTPClient
  import NIOCore
  import NIOPosix

  /// Posts over HTTP or HTTPS.
  final class HTTPTransport: SpanTransport {
    private let endpoint: String
    private let headers: [(name: String, value: String)]
    private let client = HTTPClient(eventLoopGroupProvider: .singleton)

    init(_ configuration: OTLPConfiguration) {
      endpoint = configuration.endpoint
      headers = configuration.headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    func post(_ body: [UInt8], withinMilliseconds milliseconds: Int) -> RetryMachine.Outcome {
      do {
        var request = try HTTPClient.Request(url: endpoint, method: .POST)
        request.headers.add(name: "content-type", value: "application/x-protobuf")
        request.headers.add(name: "user-agent", value: "pando")
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        request.body = .bytes(body)
        let response =
          try client.execute(
            request: request, deadline: .now() + .milliseconds(Int64(milliseconds))
          )
          .wait()
        return .response(
          status: Int(response.status.code),
          retryAfterSeconds: response.headers.first(name: "retry-after").flatMap { Int($0) })
      } catch {
        return .unreachable
      }
    }

    deinit {
      client.shutdown { _ in }
    }
  }
#endif
