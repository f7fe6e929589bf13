#if OTLP
  import AsyncHTTPClient
  import Glibc
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import NIOSSL

  /// Posts to a collector over HTTP or HTTPS: OTLP in binary.
  ///
  /// Its connections have a thread of their own, so that no code of the program's on other event loops delays them.
  final class HTTPTransport: SpanTransport {
    private let resource: Opentelemetry_Proto_Resource_V1_Resource
    private let url: String
    private let headers: HTTPHeaders
    private let group: MultiThreadedEventLoopGroup
    private let client: HTTPClient

    init(_ configuration: OTLPConfiguration) throws(OTLPError) {
      resource = .process(configuration)
      url = configuration.endpoint
      var headers = HTTPHeaders(configuration.headers.sorted { $0.key < $1.key }.map { ($0, $1) })
      headers.replaceOrAdd(name: "content-type", value: "application/x-protobuf")
      if !headers.contains(name: "user-agent") {
        headers.add(name: "user-agent", value: "OTel-OTLP-Exporter-Pando")
      }
      self.headers = headers
      var tls = TLSConfiguration.makeClientConfiguration()
      if let file = configuration.certificateFile {
        do {
          tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(file))
        } catch {
          throw OTLPError(
            """
            \(file) has no certificates that can be read (\(error)); OTEL_EXPORTER_OTLP_CERTIFICATE names a file with \
            those of the collector's signer, in PEM.
            """)
        }
      }
      var settings = HTTPClient.Configuration(
        tlsConfiguration: tls, redirectConfiguration: .disallow)
      settings.httpVersion = .http1Only
      // A request of the exporter begins no span, which would have to be exported, too.
      settings.tracing.tracer = nil
      // Tries are counted in one place, which is not this one.
      settings.connectionPool.retryConnectionEstablishment = false
      group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      client = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: settings)
    }

    func send(_ spans: [SpanRecord], withinMilliseconds milliseconds: Int) -> ExportOutcome {
      let deadline = NIODeadline.now() + .milliseconds(Int64(milliseconds))
      do {
        let request = try HTTPClient.Request(
          url: url, method: .POST, headers: headers,
          body: .data(try TraceRequest.encode(spans, resource)))
        let response = try client.execute(
          request: request, delegate: ResponseReader(), deadline: deadline
        ).wait()
        return response.outcome(now: time(nil))
      } catch {
        return .unreachable("\(error)")
      }
    }

    deinit {
      let group = group
      client.shutdown { _ in group.shutdownGracefully { _ in } }
    }
  }
#endif
