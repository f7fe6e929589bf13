// The variables of the OpenTelemetry specification: "Environment Variable Specification" and "OTLP Exporter
// Configuration". One that is empty counts as none.
extension OTLPConfiguration {
  /// Reads the variables of the OpenTelemetry specification. Returns nil where they name no collector, or disable
  /// exports.
  ///
  /// - Parameters:
  ///   - environment: The variables by name.
  ///   - program: The name of the process, where the environment has none.
  /// - Throws: An ``OTLPError`` where they name a collector, and a value cannot be used.
  public init?(environment: [String: String], program: String) throws(OTLPError) {
    let variables = OTLPVariables(environment)
    guard let endpoint = try variables.endpoint else { return nil }
    try variables.checkKinds()
    let attributes = try variables.list("OTEL_RESOURCE_ATTRIBUTES") ?? [:]
    self.init(
      endpoint: endpoint,
      serviceName: variables["OTEL_SERVICE_NAME"] ?? attributes["service.name"] ?? program)
    resourceAttributes = attributes.filter { $0.key != "service.name" }
    headers = try variables.headers
    certificateFile = variables.ofTraces("CERTIFICATE")?.value
    let sampler = try variables.sampler
    sampledPart = sampler.part
    followsParent = sampler.followsParent
    if let (name, _) = variables.ofTraces("TIMEOUT") {
      timeoutMilliseconds = try variables.number(name) ?? timeoutMilliseconds
    }
    delayMilliseconds = try variables.number("OTEL_BSP_SCHEDULE_DELAY") ?? delayMilliseconds
    queueCapacity = try variables.number("OTEL_BSP_MAX_QUEUE_SIZE") ?? queueCapacity
    batchSize = min(
      try variables.number("OTEL_BSP_MAX_EXPORT_BATCH_SIZE") ?? batchSize, queueCapacity)
  }
}
