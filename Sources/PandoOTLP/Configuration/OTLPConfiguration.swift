import Foundation

/// The collector that spans are exported to, and the spans that it gets.
public struct OTLPConfiguration: Sendable {
  /// The address that requests are posted to, with its path.
  public var endpoint: String
  /// Header fields of each request, such as a token.
  public var headers: [String: String] = [:]
  /// The file with the certificates of those who may sign the collector's, in PEM; those of the system where it is
  /// nil.
  public var certificateFile: String?
  /// The name of the process where its spans are looked at.
  public var serviceName: String
  /// More attributes of the process, such as `deployment.environment.name`.
  public var resourceAttributes: [String: String] = [:]
  /// The part of the traces that begin here which is recorded, from 0 to 1.
  public var sampledPart: Double = 1
  /// True if a trace that began elsewhere is recorded where it is there; false if the part above decides on those,
  /// too.
  public var followsParent = true
  /// The time that one request may take.
  public var timeoutMilliseconds = 10_000
  /// The number of spans that may wait to be exported. More are dropped and counted.
  public var queueCapacity = 2_048
  /// The number of spans in one request.
  public var batchSize = 512
  /// The time that a span waits for others to be exported with.
  public var delayMilliseconds = 5_000

  /// - Parameters:
  ///   - endpoint: The address that requests are posted to, such as `http://localhost:4318/v1/traces`.
  ///   - serviceName: The name of the process where its spans are looked at.
  public init(endpoint: String, serviceName: String) {
    self.endpoint = endpoint
    self.serviceName = serviceName
  }

  var sampler: TraceSampler { TraceSampler(part: sampledPart, followsParent: followsParent) }

  /// Throws where a value cannot be used.
  func validate() throws(OTLPError) {
    if let problem = Self.problem(ofEndpoint: endpoint) { throw OTLPError(problem) }
    guard (0...1).contains(sampledPart) else {
      throw OTLPError("sampledPart: \(sampledPart) is no part of the traces; give one from 0 to 1.")
    }
    for (name, value) in [
      ("timeoutMilliseconds", timeoutMilliseconds), ("queueCapacity", queueCapacity),
      ("batchSize", batchSize), ("delayMilliseconds", delayMilliseconds),
    ] where value < 1 {
      throw OTLPError("\(name): \(value) exports nothing; give 1 or more.")
    }
    for (name, value) in headers where !KeyValueList.isHeader(name, value) {
      throw OTLPError("headers: the field \"\(name)\" is none that a request may have.")
    }
  }

  /// Returns why nothing can be posted to an address; nil where it is one.
  static func problem(ofEndpoint text: String) -> String? {
    let url = URLComponents(string: text)
    let namesUser = url?.user != nil || url?.password != nil
    if !namesUser, let url, ["http", "https"].contains(url.scheme?.lowercased()),
      url.host?.isEmpty == false, (1...65_535).contains(url.port ?? 80)
    {
      return nil
    }
    // What cannot be read as an address may hold a password before such a sign, too.
    if namesUser || text.contains("@") {
      return """
        an address with a user in it is not printed, nor sent to; say who you are by OTEL_EXPORTER_OTLP_HEADERS, with \
        authorization=Basic%20...
        """
    }
    return "\"\(text)\" is no address of a collector; write one such as http://localhost:4318."
  }
}
