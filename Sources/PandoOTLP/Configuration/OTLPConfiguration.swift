import Glibc

/// Where spans are exported to, and which: by OpenTelemetry's protocol over HTTP.
public struct OTLPConfiguration: Sendable {
  /// The address that bodies are posted to, with its path.
  public var endpoint: String
  /// Header fields of each request, such as a token.
  public var headers: [String: String] = [:]
  /// The attributes of the process: its `service.name` among them.
  public var resource: [(name: String, value: String)]
  /// The part of the traces that begin here which is recorded, from 0 to 1. A trace that began elsewhere is
  /// recorded where it is there.
  public var samplingRatio: Double = 1
  /// The time that one request may take.
  public var timeoutMilliseconds = 10_000
  /// The number of spans that wait to be exported; more are dropped and counted.
  public var queueCapacity = 2_048
  /// The number of spans in one request.
  public var batchSize = 512
  /// The time that a span waits for others to be exported with.
  public var delayMilliseconds = 5_000

  /// - Parameters:
  ///   - endpoint: The address that bodies are posted to, such as `http://localhost:4318/v1/traces`.
  ///   - serviceName: What the process is called where its spans are looked at.
  public init(endpoint: String, serviceName: String) {
    self.endpoint = endpoint
    resource = [("service.name", serviceName), ("process.pid", "\(getpid())")]
  }
}
