import Testing
import ZeroMQ

@Suite("Endpoints")
struct EndpointTests {
  @Test(
    "An endpoint gives back the text it was read from",
    arguments: [
      "ipc:///run/pando/coordinator", "tcp://10.0.0.7:7610", "tcp://[::1]:7610", "tcp://*:*",
      "tcp://127.0.0.1:*", "tcp://eth0:80", "tcp://node-1.example:65535", "inproc://a b/c",
    ])
  func roundTrip(text: String) throws {
    #expect(try Endpoint(text).description == text)
  }

  @Test("Its parts can be read, and put together again")
  func parts() throws {
    let endpoint = try Endpoint("tcp://[fe80::1]:7610")
    #expect(endpoint.address == .tcp(host: "fe80::1", port: 7610))
    #expect(try Endpoint.tcp(host: "fe80::1", port: 7610) == endpoint)
    #expect(try Endpoint.ipc(path: "/a").address == .ipc(path: "/a"))
    #expect(try Endpoint.inproc(name: "x").address == .inproc(name: "x"))
    #expect(try Endpoint("tcp://127.0.0.1:0") == Endpoint("tcp://127.0.0.1:*"))
  }

  @Test(
    "A bad endpoint is refused with what is wrong and what to write",
    arguments: [
      ("", "no scheme"), ("/run/pando", "no scheme"),
      ("udp://127.0.0.1:1", "scheme \"udp\" is unknown"), ("TCP://127.0.0.1:1", "unknown"),
      ("ipc://*", "wildcard"), ("ipc://@name", "abstract"), ("ipc://socket", "not absolute"),
      ("ipc://", "not absolute"), ("ipc:///run/", "directory"), ("ipc:///a\0b", "control"),
      ("tcp://127.0.0.1", "port is missing"), ("tcp://[::1]", "port is missing"),
      ("tcp://127.0.0.1:", "port is missing"), ("tcp://:80", "host is missing"),
      ("tcp://127.0.0.1:65536", "out of range"), ("tcp://127.0.0.1:-1", "not a number"),
      ("tcp://127.0.0.1:+1", "not a number"), ("tcp://127.0.0.1:99999999999999999999", "range"),
      ("tcp://127.0.0.1:http", "not a number"), ("tcp://::1:80", "in brackets"),
      ("tcp://[127.0.0.1]:80", "in brackets"), ("tcp://a;b:80", "not a host"),
      ("tcp://10.0.0.*:80", "not a host"), ("inproc://", "1 to 255"),
    ])
  func refused(text: String, problem: String) throws {
    let error = try #require(throws: ZeroMQError.self) { try Endpoint(text) }
    #expect(error.code == .invalidEndpoint)
    #expect(error.message.contains(problem), "\(error)")
    #expect(error.message.contains("\"\(text)\""))
  }

  @Test("An ipc path of 107 bytes is the longest, and the refusal of 108 says so")
  func longestPath() throws {
    #expect(try Endpoint.ipc(path: "/" + String(repeating: "x", count: 106)).isNetwork == false)
    let error = try #require(throws: ZeroMQError.self) {
      try Endpoint.ipc(path: "/" + String(repeating: "x", count: 107))
    }
    #expect(error.code == .invalidEndpoint)
    for part in ["108 bytes", "107", "shorter directory"] { #expect(error.message.contains(part)) }
    // Bytes count, not characters.
    #expect(throws: ZeroMQError.self) {
      try Endpoint.ipc(path: "/" + String(repeating: "\u{e9}", count: 54))
    }
  }

  @Test(
    "Only what other machines may reach is a network endpoint",
    arguments: [
      ("tcp://127.0.0.1:1", false), ("tcp://127.255.255.254:1", false), ("tcp://[::1]:1", false),
      ("tcp://LocalHost:1", false), ("tcp://*:1", true), ("tcp://0.0.0.0:1", true),
      ("tcp://128.0.0.1:1", true), ("tcp://[::]:1", true), ("tcp://10.0.0.7:1", true),
      ("tcp://127.example:1", true), ("tcp://localhost.example:1", true), ("tcp://lo:1", true),
      ("tcp://2130706433:1", true), ("tcp://[::2]:1", true), ("ipc:///a", false),
      ("inproc://127.0.0.1", false),
    ])
  func reach(text: String, isNetwork: Bool) throws {
    let endpoint = try Endpoint(text)
    #expect(endpoint.isNetwork == isNetwork)
    if case .tcp = endpoint.address { #expect(endpoint.isLoopback == !isNetwork) }
  }
}
