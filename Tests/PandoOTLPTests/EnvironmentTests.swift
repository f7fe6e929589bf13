import Testing

@testable import PandoOTLP

@Suite("The configuration that the environment names")
struct EnvironmentTests {
  private func read(_ environment: [String: String]) -> OTLPConfiguration? {
    OTLPConfiguration(environment: environment, program: "app")
  }

  @Test("is none without an endpoint, or where exports are disabled")
  func none() {
    #expect(read([:]) == nil)
    #expect(read(["OTEL_EXPORTER_OTLP_ENDPOINT": ""]) == nil)
    let endpoint = ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"]
    #expect(read(endpoint) != nil)
    #expect(read(endpoint.merging(["OTEL_SDK_DISABLED": "TRUE"]) { $1 }) == nil)
    #expect(read(endpoint.merging(["OTEL_TRACES_EXPORTER": "none"]) { $1 }) == nil)
  }

  @Test("posts to the path of traces, or to the very address that is named for them")
  func endpoints() {
    let base = "OTEL_EXPORTER_OTLP_ENDPOINT"
    #expect(read([base: "http://c:4318"])?.endpoint == "http://c:4318/v1/traces")
    #expect(read([base: "http://c:4318/a/"])?.endpoint == "http://c:4318/a/v1/traces")
    let exact = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
    #expect(read([base: "http://c:4318", exact: "http://d/x"])?.endpoint == "http://d/x")
  }

  @Test("has the names, the sampler and the limits")
  func values() throws {
    let configuration = try #require(
      read([
        "OTEL_EXPORTER_OTLP_ENDPOINT": "http://c", "OTEL_SERVICE_NAME": "shop",
        "OTEL_RESOURCE_ATTRIBUTES": "service.name=other, region = eu%2Dwest ,odd",
        "OTEL_EXPORTER_OTLP_HEADERS": "authorization=Bearer%20abc",
        "OTEL_TRACES_SAMPLER_ARG": "0.25",
        "OTEL_EXPORTER_OTLP_TIMEOUT": "250", "OTEL_BSP_MAX_QUEUE_SIZE": "100",
        "OTEL_BSP_SCHEDULE_DELAY": "many",
      ]))
    #expect(configuration.resource.first { $0.name == "service.name" }?.value == "shop")
    #expect(configuration.resource.first { $0.name == "region" }?.value == "eu-west")
    #expect(configuration.headers == ["authorization": "Bearer abc"])
    #expect(configuration.samplingRatio == 0.25)
    #expect(configuration.timeoutMilliseconds == 250)
    #expect(configuration.queueCapacity == 100)
    #expect(configuration.batchSize == 100)
    #expect(configuration.delayMilliseconds == 5_000)
  }

  @Test("falls back to the program's name, and to recording everything")
  func defaults() {
    let endpoint = ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://c"]
    #expect(read(endpoint)?.resource.first?.value == "app")
    #expect(read(endpoint)?.samplingRatio == 1)
    #expect(
      read(endpoint.merging(["OTEL_TRACES_SAMPLER_ARG": "2"]) { $1 })?.samplingRatio == 1)
    #expect(
      read(endpoint.merging(["OTEL_TRACES_SAMPLER": "always_off"]) { $1 })?.samplingRatio == 0)
  }
}
