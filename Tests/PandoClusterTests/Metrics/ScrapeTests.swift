import Foundation
import Glibc
import Synchronization
import Testing

@testable import PandoCluster

@Suite("The endpoint for scrapes", .timeLimit(.minutes(15)))
struct ScrapeTests {
  private func server(_ text: String = "leaves 1\n") throws -> ScrapeServer {
    let server = try ScrapeServer(
      at: ServedAddress("127.0.0.1:0", for: .metrics, mayBeOnNetwork: false), metrics: { text })
    server.start()
    return server
  }

  /// Sends bytes to a server, and returns all that it answers until it closes.
  private func exchange(_ server: ScrapeServer, _ request: [UInt8]) throws -> String {
    let peer = try ScrapePeer(server.address)
    peer.send(request)
    return peer.readAll()
  }

  private func exchange(_ server: ScrapeServer, _ request: String) throws -> String {
    try exchange(server, Array(request.utf8))
  }

  @Test("answers a scrape, and nothing else")
  func answers() async throws {
    let server = try server()
    let scrape = try exchange(server, "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(scrape.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(scrape.contains("Content-Type: text/plain; version=0.0.4"))
    #expect(scrape.contains("Content-Length: 9\r\n"))
    #expect(scrape.hasSuffix("\r\n\r\nleaves 1\n"))
    let cases: [(String, String)] = [
      ("HEAD /metrics HTTP/1.1\r\n\r\n", "200 OK"),
      ("GET /metrics?a=b HTTP/1.0\n\n", "200 OK"),
      ("GET /other HTTP/1.1\r\n\r\n", "404 Not Found"),
      ("POST /metrics HTTP/1.1\r\n\r\n", "405 Method Not Allowed"),
      ("nonsense\r\n\r\n", "400 Bad Request"),
      ("GET /metrics HTTP/2\r\n\r\n", "400 Bad Request"),
    ]
    for (request, status) in cases {
      #expect(try exchange(server, request).hasPrefix("HTTP/1.1 \(status)\r\n"))
    }
    #expect(try exchange(server, "HEAD /metrics HTTP/1.1\r\n\r\n").hasSuffix("\r\n\r\n"))
    await server.stop()
  }

  @Test("bounds a request")
  func longRequest() async throws {
    let server = try server()
    let head = "GET /metrics HTTP/1.1\r\nX: "
    let answer = try exchange(server, head + String(repeating: "x", count: 9_000))
    #expect(answer.hasPrefix("HTTP/1.1 431"))
    await server.stop()
  }

  @Test("comes in parts, and a large answer goes out in parts")
  func parts() async throws {
    let body = String(repeating: "leaves 1\n", count: 300_000)
    let server = try server(body)
    let peer = try ScrapePeer(server.address)
    for byte in "GET /metrics HTTP/1.1\r\n\r\n".utf8 {
      peer.send([byte])
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(peer.readAll().utf8.count > body.utf8.count)
    await server.stop()
  }

  @Test("bounds its connections; the next is answered when one has gone")
  func connections() async throws {
    let server = try server()
    var idle = try (0..<ScrapeServer.connectionsAtMost).map { _ in try ScrapePeer(server.address) }
    // One more waits, however long that takes.
    let waiting = try ScrapePeer(server.address)
    waiting.send(Array("GET /metrics HTTP/1.1\r\n\r\n".utf8))
    #expect(!waiting.isReadable(withinMilliseconds: 200))
    idle.removeFirst()
    #expect(waiting.isReadable(withinMilliseconds: 30_000))
    #expect(waiting.readAll().hasSuffix("leaves 1\n"))
    idle.removeAll()
    await server.stop()
  }

  @Test("waits while the process is out of descriptors, and says so once")
  func outOfDescriptors() async throws {
    let system = StarvedSystem()
    let log = RecordingLog()
    let server = try ScrapeServer(
      at: ServedAddress("127.0.0.1:0", for: .metrics, mayBeOnNetwork: false), logger: log.logger,
      accept: { system.accept($0) }, metrics: { "leaves 1\n" })
    server.start()
    let start = ContinuousClock.now
    let peer = try ScrapePeer(server.address)
    peer.send(Array("GET /metrics HTTP/1.1\r\n\r\n".utf8))
    try await eventually("it has tried again") { system.refusalCount >= 5 }
    // However long this takes, it tried no oftener than it may.
    let count = system.refusalCount
    let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    #expect(count <= 1 + Int(milliseconds) / ScrapeServer.pauseMilliseconds)
    system.relent()
    #expect(peer.readAll().hasSuffix("leaves 1\n"))
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.contains("Too many open files") == true)
    // A second famine is told of again.
    system.starve()
    let second = try ScrapePeer(server.address)
    second.send(Array("GET /metrics HTTP/1.1\r\n\r\n".utf8))
    try await eventually("it says so again") { log.lines.count == 2 }
    system.relent()
    #expect(second.readAll().hasSuffix("leaves 1\n"))
    await server.stop()
  }

  @Test(
    "takes no address of a network unless it is told so",
    arguments: ["0.0.0.0:9464", "10.0.0.7:9464"])
  func network(_ address: String) throws {
    #expect(throws: ServedAddress.Problem.self) {
      try ServedAddress(address, for: .metrics, mayBeOnNetwork: false)
    }
    #expect(try ServedAddress(address, for: .metrics, mayBeOnNetwork: true).description == address)
  }

  @Test(
    "takes no address that is none",
    arguments: ["", "9464", "127.0.0.1", "127.0.0.1:99999", "a:b:c", "host:9464"])
  func nonsense(_ address: String) {
    #expect(throws: ServedAddress.Problem.self) {
      try ServedAddress(address, for: .metrics, mayBeOnNetwork: true)
    }
  }

  @Test("says so when its address is taken")
  func taken() async throws {
    let server = try server()
    #expect(throws: ServedAddress.Problem.self) {
      try ScrapeServer(
        at: ServedAddress(server.address, for: .metrics, mayBeOnNetwork: false), metrics: { "" })
    }
    await server.stop()
  }
}

/// A system that may have no descriptors left.
private final class StarvedSystem: Sendable {
  private let state = Mutex((isStarved: true, refusals: 0))

  var refusalCount: Int { state.withLock { $0.refusals } }

  func relent() { state.withLock { $0.isStarved = false } }

  func starve() { state.withLock { $0.isStarved = true } }

  func accept(_ listener: Int32) -> Int32 {
    let isStarved = state.withLock { state in
      if state.isStarved { state.refusals += 1 }
      return state.isStarved
    }
    guard isStarved else { return Glibc.accept(listener, nil, nil) }
    errno = EMFILE
    return -1
  }
}
