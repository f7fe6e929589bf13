import Foundation
import PandoCluster
import Testing

@testable import PandoPage

@Suite("Requests to a page")
struct PageGuardTests {
  static let secret = "a-secret-of-24-characters"
  let open = PageGuard(token: nil, hostName: "elm.forest.example")
  let closed: PageGuard

  init() throws {
    closed = PageGuard(token: try PageToken(Self.secret), hostName: "elm.forest.example")
  }

  private func status(_ body: () throws -> Void) -> Int? {
    do {
      try body()
      return nil
    } catch {
      return (error as? PageRefusal)?.status
    }
  }

  @Test(
    "are served by the names of this machine alone",
    arguments: [
      ("127.0.0.1:9465", nil), ("localhost:8080", nil), ("LOCALHOST", nil), ("[::1]:9465", nil),
      ("10.0.0.7:9465", nil), ("elm:9465", nil), ("Elm.Forest.Example:9465", nil),
      ("evil.example:9465", 421), ("localhost.evil.example", 421), ("127.0.0.1.evil.example", 421),
      ("", 421), (nil, 421), ("[::2]:1", 421), ("forest.example", 421), ("oak", 421),
    ] as [(String?, Int?)])
  func hosts(_ host: String?, _ expected: Int?) {
    #expect(status { try open.checkHost(.init(host: host)) } == expected)
  }

  @Test("change nothing without a token on this side, whatever they show")
  func shows() {
    let caller = PageGuard.Caller(host: "localhost", authorization: "Bearer \(Self.secret)")
    #expect(status { try open.checkOperator(caller) } == 403)
  }

  @Test(
    "change something with the token alone",
    arguments: [
      (nil, 401), ("", 401), ("Bearer", 401), ("Bearer ", 401), ("Bearer wrong", 401),
      ("Bearer \(secret)x", 401), ("Bearer \(secret.dropLast())", 401),
      ("Bearer \(secret)\(secret)", 401), ("Basic \(secret)", 401), (secret, 401),
      ("Bearer \(secret)", nil), ("bearer \(secret)", nil),
    ] as [(String?, Int?)])
  func token(_ authorization: String?, _ expected: Int?) {
    let caller = PageGuard.Caller(host: "localhost:9465", authorization: authorization)
    #expect(status { try closed.checkOperator(caller) } == expected)
  }

  @Test(
    "change nothing for another page, though it has the token",
    arguments: [
      (nil, nil, nil), ("http://localhost:9465", "same-origin", nil), (nil, "none", nil),
      ("http://LOCALHOST:9465", nil, nil), ("http://localhost:1", nil, 403),
      ("https://localhost:9465", nil, 403), ("http://evil.example", "cross-site", 403),
      (nil, "cross-site", 403), (nil, "same-site", 403), ("null", nil, 403), ("", nil, 403),
    ] as [(String?, String?, Int?)])
  func origin(_ origin: String?, _ site: String?, _ expected: Int?) {
    let caller = PageGuard.Caller(
      host: "localhost:9465", origin: origin, fetchSite: site,
      authorization: "Bearer \(Self.secret)")
    #expect(status { try closed.checkOperator(caller) } == expected)
  }

  @Test(
    "behind a proxy, change something for its origin and for no third one",
    arguments: [
      ("pando.example.com", "https://pando.example.com", nil),
      ("Pando.Example.com:443", "https://PANDO.example.com", nil),
      ("127.0.0.1:9465", "https://pando.example.com", nil),
      ("127.0.0.1:9465", "http://127.0.0.1:9465", nil), ("pando.example.com", nil, nil),
      ("pando.example.com", "https://pando.example.com:8443", 403),
      ("127.0.0.1:9465", "https://127.0.0.1:9465", 403),
      ("127.0.0.1:9465", "http://evil.example", 403), ("pando.example.com", "null", 403),
      ("example.com", "https://pando.example.com", 421),
      ("x.pando.example.com", "https://pando.example.com", 421),
    ] as [(String, String?, Int?)])
  func proxy(_ host: String, _ origin: String?, _ expected: Int?) throws {
    var behind = closed
    behind.origin = try PageOrigin("https://Pando.example.com:443")
    let caller = PageGuard.Caller(
      host: host, origin: origin, fetchSite: "same-origin", authorization: "Bearer \(Self.secret)")
    #expect(status { try behind.checkOperator(caller) } == expected)
    #expect(status { try behind.checkHost(caller) } == (expected == 421 ? 421 : nil))
    if expected == nil, host.lowercased().hasPrefix("pando") {
      #expect(
        status { try closed.checkOperator(caller) } == 421, "without an origin nothing changes")
    }
  }

  @Test(
    "no origin is a name alone, or has a path",
    arguments: [
      "", "pando.example.com", "https://", "https://a/", "https://a/b", "ftp://a", "https://a:x",
      "https://a:0", "https://a:70000", "https://a:443:1", "https://u@a", "https://a b", "null",
    ])
  func badOrigin(_ text: String) {
    #expect(throws: PageOrigin.Problem.self) { try PageOrigin(text) }
  }

  @Test(
    "tokens are long, and go into a header",
    arguments: ["", "short", "with some spaces in it", "nn\u{e9}nnnnnnnnnnnnnnnn"])
  func bad(_ text: String) {
    let problem = #expect(throws: PageError.self) { try PageToken(text) }
    #expect(problem?.description.contains("/dev/urandom") == true)
  }

  @Test("tokens come from a file, without the end of its line")
  func file() throws {
    let path = NSTemporaryDirectory() + "pando-page-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let missing = #expect(throws: PageError.self) { try PageToken(file: path) }
    #expect(missing?.description.contains(path) == true)
    try Data("\(Self.secret)\n".utf8).write(to: URL(fileURLWithPath: path))
    chmod(path, 0o604)
    let open = #expect(throws: PageError.self) { try PageToken(file: path) }
    #expect(open?.description.contains("chmod 0600 '\(path)'") == true)
    chmod(path, 0o600)
    #expect(try PageToken(file: path).matches(Self.secret[...]))
    try Data("\n".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: PageError.self) { try PageToken(file: path) }
  }

  @Test(
    "orders of a drain",
    arguments: [
      ("", nil, nil), ("{}", nil, nil), (#"{"withinMilliseconds": 5}"#, 5, nil),
      ("5", nil, 400), ("{", nil, 400), (#"{"withinMilliseconds": "5"}"#, nil, 400),
    ] as [(String, Int?, Int?)])
  func orders(_ text: String, _ milliseconds: Int?, _ expected: Int?) {
    #expect(status { _ = try PageOrder(bytes: Array(text.utf8)) } == expected)
    let order = try? PageOrder(bytes: Array(text.utf8))
    #expect(order?.withinMilliseconds == milliseconds)
  }
}
