// The variables of the OpenTelemetry specification: "Environment Variable Specification" and "OTLP Exporter
// Configuration".
extension OTLPConfiguration {
  /// The names of the variables that are read.
  static let variables = [
    "OTEL_SDK_DISABLED", "OTEL_TRACES_EXPORTER", "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS",
    "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
    "OTEL_EXPORTER_OTLP_TIMEOUT", "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "OTEL_SERVICE_NAME",
    "OTEL_RESOURCE_ATTRIBUTES", "OTEL_TRACES_SAMPLER", "OTEL_TRACES_SAMPLER_ARG",
    "OTEL_BSP_SCHEDULE_DELAY",
    "OTEL_BSP_MAX_QUEUE_SIZE", "OTEL_BSP_MAX_EXPORT_BATCH_SIZE",
  ]

  /// What the environment says; nil where it names no endpoint, or disables exports.
  ///
  /// - Parameters:
  ///   - environment: Variables by name: `OTEL_EXPORTER_OTLP_ENDPOINT` or `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`,
  ///     `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_TRACES_SAMPLER`, `OTEL_TRACES_SAMPLER_ARG`,
  ///     `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_EXPORTER_OTLP_TIMEOUT`, `OTEL_BSP_SCHEDULE_DELAY`,
  ///     `OTEL_BSP_MAX_QUEUE_SIZE`, `OTEL_BSP_MAX_EXPORT_BATCH_SIZE`, `OTEL_SDK_DISABLED`. One that cannot be
  ///     read counts as absent.
  ///   - program: The name of the process, where the environment has none.
  public init?(environment: [String: String], program: String) {
    let environment = environment.filter { !$0.value.isEmpty }
    if environment["OTEL_SDK_DISABLED"]?.lowercased() == "true" { return nil }
    if environment["OTEL_TRACES_EXPORTER"] == "none" { return nil }
    let endpoint: String
    if let exact = environment["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] {
      endpoint = exact
    } else if let base = environment["OTEL_EXPORTER_OTLP_ENDPOINT"] {
      endpoint = base + (base.hasSuffix("/") ? "v1/traces" : "/v1/traces")
    } else {
      return nil
    }
    let attributes = Self.pairs(environment["OTEL_RESOURCE_ATTRIBUTES"])
    self.init(
      endpoint: endpoint,
      serviceName: environment["OTEL_SERVICE_NAME"] ?? attributes["service.name"] ?? program)
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) where name != "service.name" {
      resource.append((name, value))
    }
    headers = Self.pairs(
      environment["OTEL_EXPORTER_OTLP_TRACES_HEADERS"] ?? environment["OTEL_EXPORTER_OTLP_HEADERS"])
    samplingRatio = Self.ratio(
      environment["OTEL_TRACES_SAMPLER"], environment["OTEL_TRACES_SAMPLER_ARG"])
    func number(_ name: String, _ value: inout Int) {
      if let number = environment[name].flatMap({ Int($0) }), number > 0 { value = number }
    }
    number("OTEL_EXPORTER_OTLP_TIMEOUT", &timeoutMilliseconds)
    number("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", &timeoutMilliseconds)
    number("OTEL_BSP_SCHEDULE_DELAY", &delayMilliseconds)
    number("OTEL_BSP_MAX_QUEUE_SIZE", &queueCapacity)
    number("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", &batchSize)
    batchSize = min(batchSize, queueCapacity)
  }

  private static func ratio(_ sampler: String?, _ argument: String?) -> Double {
    switch sampler {
    case "always_off", "parentbased_always_off": 0
    case "always_on", "parentbased_always_on": 1
    default:
      // An argument alone says what is meant, too.
      argument.flatMap { Double($0) }.flatMap { (0...1).contains($0) ? $0 : nil } ?? 1
    }
  }

  /// Reads `name=value,name=value`; what is encoded with per cent signs is decoded.
  private static func pairs(_ text: String?) -> [String: String] {
    var pairs: [String: String] = [:]
    for part in (text ?? "").split(separator: ",") {
      guard let sign = part.firstIndex(of: "=") else { continue }
      let name = trimmed(part[..<sign])
      if !name.isEmpty { pairs[name] = decoded(trimmed(part[part.index(after: sign)...])) }
    }
    return pairs
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  private static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
