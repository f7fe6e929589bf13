import Testing

@testable import PandoOTLP

@Suite("The exporter of a process")
struct OTLPTracingTests {
  #if !OTLP
    @Test("takes a build with the trait, and says how to make one")
    func trait() {
      let error = #expect(throws: OTLPError.self) {
        try OTLPTracing.bootstrap(
          OTLPConfiguration(endpoint: "http://localhost:4318/v1/traces", serviceName: "app"))
      }
      #expect(error?.description.contains("--traits OTLP,Diffs") == true)
      #expect(error?.description.contains("traits: [\"OTLP\"]") == true)
      #expect(OTLPTracing.droppedSpanCount == 0)
    }
  #else
    @Test("refuses a configuration that cannot be used")
    func configuration() {
      let error = #expect(throws: OTLPError.self) {
        try OTLPTracing.bootstrap(OTLPConfiguration(endpoint: "localhost", serviceName: "app"))
      }
      #expect(error?.description.contains("is no address") == true)
    }
  #endif
}
