import Testing
import ZeroMQ

@_spi(Benchmarks) @testable import PandoCluster

@Suite("Tcp without keys, for benchmarks")
struct UnkeyedNetworkTests {
  @Test("is for one endpoint of this machine that was named")
  func named() throws {
    let named = try Endpoint("tcp://127.0.0.1:7901")
    #expect(named.needsKeys)
    try UnkeyedNetwork.allow("tcp://127.0.0.1:7901")
    #expect(!named.needsKeys)
    #expect(try Endpoint("tcp://127.0.0.1:7902").needsKeys)
    #expect(try Endpoint("tcp://localhost:7901").needsKeys)
  }

  @Test(
    "is for no endpoint that others reach",
    arguments: ["tcp://10.0.0.7:7901", "tcp://*:7901", "tcp://host:7901"])
  func network(_ endpoint: String) throws {
    let error = #expect(throws: KeyError.self) { try UnkeyedNetwork.allow(endpoint) }
    #expect(error?.code == .noKeys)
    #expect(try Endpoint(endpoint).needsKeys)
  }
}
