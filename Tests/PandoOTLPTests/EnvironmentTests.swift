import Testing

@testable import PandoOTLP

@Suite("The configuration that the environment names")
struct EnvironmentTests {
  private static let endpoint = "OTEL_EXPORTER_OTLP_ENDPOINT"

  private func read(_ environment: [String: String]) throws -> OTLPConfiguration? {
    try OTLPConfiguration(environment: environment, program: "app")
  }

  /// Reads the variables beside an endpoint.
  private func readWith(_ environment: [String: String]) throws -> OTLPConfiguration {
    let endpoint = [Self.endpoint: "http://collector:4318"]
    return try #require(try read(endpoint.merging(environment) { $1 }))
  }

  @Test("is none without an endpoint, or where exports are disabled")
  func none() throws {
    #expect(try read([:]) == nil)
    #expect(try read([Self.endpoint: ""]) == nil)
    // Others on the machine may mean something by it.
    #expect(try read(["OTEL_TRACES_EXPORTER": "console", "OTEL_TRACES_SAMPLER": "odd"]) == nil)
    let endpoint = [Self.endpoint: "http://collector:4318"]
    #expect(try read(endpoint) != nil)
    #expect(try read(endpoint.merging(["OTEL_SDK_DISABLED": "TRUE"]) { $1 }) == nil)
    #expect(try read(endpoint.merging(["OTEL_SDK_DISABLED": "false"]) { $1 }) != nil)
    #expect(try read(endpoint.merging(["OTEL_TRACES_EXPORTER": "none"]) { $1 }) == nil)
  }

  @Test("posts to the path of traces, or to the very address that is named for them")
  func endpoints() throws {
    #expect(try read([Self.endpoint: "http://c:4318"])?.endpoint == "http://c:4318/v1/traces")
    #expect(try read([Self.endpoint: "https://c/a/"])?.endpoint == "https://c/a/v1/traces")
    #expect(try read([Self.endpoint: "http://[::1]:1"])?.endpoint == "http://[::1]:1/v1/traces")
    let exact = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
    #expect(try read([Self.endpoint: "http://c", exact: "http://d/x"])?.endpoint == "http://d/x")
    #expect(
      try read(["OTEL_TRACES_EXPORTER": "otlp"])?.endpoint == "http://localhost:4318/v1/traces")
  }

  @Test("has the names, the headers and the limits")
  func values() throws {
    let configuration = try readWith([
      "OTEL_SERVICE_NAME": "shop",
      "OTEL_RESOURCE_ATTRIBUTES": "service.name=other, region = eu%2Dwest,,a=1=2",
      "OTEL_EXPORTER_OTLP_HEADERS": "authorization=Bearer%20abc",
      "OTEL_EXPORTER_OTLP_CERTIFICATE": "/etc/ca.pem", "OTEL_EXPORTER_OTLP_PROTOCOL": "",
      "OTEL_EXPORTER_OTLP_TIMEOUT": "250", "OTEL_BSP_MAX_QUEUE_SIZE": "100",
      "OTEL_BSP_SCHEDULE_DELAY": "70",
    ])
    #expect(configuration.serviceName == "shop")
    #expect(configuration.resourceAttributes == ["region": "eu-west", "a": "1=2"])
    #expect(configuration.headers == ["authorization": "Bearer abc"])
    #expect(configuration.certificateFile == "/etc/ca.pem")
    #expect(configuration.timeoutMilliseconds == 250)
    #expect(configuration.queueCapacity == 100)
    #expect(configuration.batchSize == 100)
    #expect(configuration.delayMilliseconds == 70)
    try configuration.validate()
  }

  @Test("takes what is for traces before what is for everything")
  func traces() throws {
    let configuration = try readWith([
      "OTEL_EXPORTER_OTLP_HEADERS": "a=1", "OTEL_EXPORTER_OTLP_TRACES_HEADERS": "b=2",
      "OTEL_EXPORTER_OTLP_TIMEOUT": "1", "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT": "2",
      "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL": "http/protobuf",
    ])
    #expect(configuration.headers == ["b": "2"])
    #expect(configuration.timeoutMilliseconds == 2)
  }

  @Test("falls back to the program's name, and to recording everything")
  func defaults() throws {
    let configuration = try readWith([:])
    #expect(configuration.serviceName == "app")
    #expect(configuration.sampler == TraceSampler(part: 1))
    #expect(
      try readWith(["OTEL_RESOURCE_ATTRIBUTES": "service.name=other"]).serviceName == "other")
  }

  @Test(
    "knows the samplers of the specification",
    arguments: [
      ("always_on", nil, TraceSampler(part: 1, followsParent: false)),
      ("always_off", nil, TraceSampler(part: 0, followsParent: false)),
      ("traceidratio", "0.25", TraceSampler(part: 0.25, followsParent: false)),
      ("parentbased_always_on", "0.25", TraceSampler(part: 1)),
      ("parentbased_always_off", nil, TraceSampler(part: 0)),
      ("parentbased_traceidratio", "0.25", TraceSampler(part: 0.25)),
      ("parentbased_traceidratio", nil, TraceSampler(part: 1)),
      (nil, "0.25", TraceSampler(part: 0.25)),
    ] as [(String?, String?, TraceSampler)])
  func samplers(_ name: String?, _ argument: String?, _ sampler: TraceSampler) throws {
    var environment: [String: String] = [:]
    environment["OTEL_TRACES_SAMPLER"] = name
    environment["OTEL_TRACES_SAMPLER_ARG"] = argument
    #expect(try readWith(environment).sampler == sampler)
  }

  @Test(
    "says which value cannot be used, and how to mend it",
    arguments: [
      (endpoint, "localhost:4318", "write one such as http://localhost:4318"),
      (endpoint, "ftp://c", "is no address"), (endpoint, "http://", "is no address"),
      (endpoint, "http://c:99999", "is no address"),
      (endpoint, "http://bob:secret@c:4318", "a user in it"),
      (endpoint, "http://bob:secret/x@c:4318", "a user in it"),
      (endpoint, "http://bob:secret@c:43l8", "a user in it"),
      ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "c", "is no address"),
      ("OTEL_TRACES_EXPORTER", "zipkin", "write otlp or none"),
      ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "write http/protobuf"),
      ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "http/json", "write http/protobuf"),
      ("OTEL_EXPORTER_OTLP_HEADERS", "a=1,secret", "part 2"),
      ("OTEL_EXPORTER_OTLP_HEADERS", "a=1%0D%0Asecret", "\"a\" is none"),
      ("OTEL_EXPORTER_OTLP_HEADERS", "a%20b=secret", "\"a b\" is none"),
      ("OTEL_RESOURCE_ATTRIBUTES", "=secret", "part 1"),
      ("OTEL_TRACES_SAMPLER", "xray", "write always_on"),
      ("OTEL_TRACES_SAMPLER_ARG", "2", "from 0 to 1"), ("OTEL_TRACES_SAMPLER_ARG", "nan", "from 0"),
      ("OTEL_EXPORTER_OTLP_TIMEOUT", "0", "number from 1"),
      ("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "1s", "number from 1"),
      ("OTEL_BSP_SCHEDULE_DELAY", "many", "number from 1"),
      ("OTEL_BSP_MAX_QUEUE_SIZE", "-1", "number from 1"),
      ("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "1.5", "number from 1"),
    ])
  func faults(_ name: String, _ value: String, _ mend: String) throws {
    let error = #expect(throws: OTLPError.self) { try readWith([name: value]) }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("\(name): "), "\(text)")
    #expect(text.contains(mend), "\(text)")
    #expect(!text.contains("secret"), "\(text)")
  }

  @Test("is checked where a program makes it itself")
  func own() {
    func problem(_ change: (inout OTLPConfiguration) -> Void) -> String? {
      var configuration = OTLPConfiguration(endpoint: "http://c/v1/traces", serviceName: "app")
      change(&configuration)
      do {
        try configuration.validate()
        return nil
      } catch {
        return error.description
      }
    }
    #expect(problem { _ in } == nil)
    #expect(problem { $0.endpoint = "c" }?.contains("no address") == true)
    #expect(problem { $0.endpoint = "http://c/a@b" } == nil)
    for endpoint in ["http://bob:s3cret/x@c:4318", "http://bob:s3cret@c:43l8"] {
      let text = problem { $0.endpoint = endpoint }
      #expect(text?.contains("s3cret") == false, "\(text ?? "it was taken")")
    }
    #expect(problem { $0.sampledPart = 1.5 }?.hasPrefix("sampledPart: ") == true)
    #expect(problem { $0.batchSize = 0 }?.hasPrefix("batchSize: ") == true)
    #expect(problem { $0.headers = ["a": "1\n2"] }?.hasPrefix("headers: ") == true)
  }
}
