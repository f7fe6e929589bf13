import ClusterFeatures
import Foundation
import Pando
import PandoHosting
import PandoWire
import Testing

@testable import PandoCluster

@Suite("Sessions that share a connection to a worker", .timeLimit(.minutes(3)))
struct SharedConnectionTests {
  private let one = SessionNumber(rawValue: 1)
  private let other = SessionNumber(rawValue: 70_000)

  private func hello() -> ClientMessage { .hello(Hello(name: "a test", features: [])) }

  /// Runs `body` with a client of a worker whose own session is open.
  private func withClient(_ body: (inout RawClient, RawWorker) throws -> Void) throws {
    let worker = try RawWorker()
    defer { worker.discard() }
    var client = try RawClient(worker.endpoint)
    try client.sayHello()
    try body(&client, worker)
  }

  private func isResult(_ message: WorkerMessage) -> Bool {
    if case .result = message { true } else { false }
  }

  @Test("have lanes with the same numbers, each with a state of its own")
  func lanes() throws {
    try withClient { client, _ in
      for session in [one, other] {
        try client.send([hello()], of: session)
        try client.send([client.open(1), client.reduce(1, 1, .up)], of: session)
        _ = try #require(try client.wait(for: isResult))
      }
      try client.send([client.reduce(1, 2, .up)], of: other)
      _ = try #require(try client.wait(for: isResult))
      #expect(client.heard[one]?.count(where: isResult) == 1)
      #expect(client.heard[other]?.count(where: isResult) == 2)
    }
  }

  @Test("do not wait for one another's reducers")
  func apart() throws {
    try withClient { client, _ in
      for session in [one, other] { try client.send([hello()], of: session) }
      try client.send([client.open(1), client.reduce(1, 1, .spin)], of: one)
      try client.send([client.open(1), client.reduce(1, 1, .up)], of: other)
      _ = try #require(try client.wait(for: isResult))
      #expect(client.heard[other]?.contains(where: isResult) == true)
      #expect(client.heard[one]?.contains(where: isResult) != true)
    }
  }

  @Test("end by themselves, and with the connection's own")
  func ends() throws {
    try withClient { client, _ in
      for session in [one, other] {
        try client.send([hello()], of: session)
        try client.send([client.open(1), client.reduce(1, 1, .up)], of: session)
        _ = try #require(try client.wait(for: isResult))
      }
      try client.send([.goodbye], of: one)
      // What is said after the end of a session is dropped.
      try client.send([client.reduce(1, 2, .up)], of: one)
      try client.send([client.reduce(1, 2, .up)], of: other)
      _ = try #require(try client.wait(for: isResult))
      #expect(client.heard[one]?.count(where: isResult) == 1)
      #expect(client.heard[other]?.count(where: isResult) == 2)
      // The connection begins anew, and has none of the others any more.
      try client.send([.goodbye])
      try client.sayHello()
      try client.send([client.reduce(1, 3, .up)], of: other)
      try client.send([hello()], of: one)
      try client.send([client.open(1), client.reduce(1, 1, .up)], of: one)
      _ = try #require(try client.wait(for: isResult))
      #expect(client.heard[one]?.count(where: isResult) == 2)
      #expect(client.heard[other]?.count(where: isResult) == 2)
    }
  }

  @Test("are ended alone where one breaks the protocol")
  func refused() throws {
    try withClient { client, _ in
      for session in [one, other] { try client.send([hello()], of: session) }
      // A message of no kind, of the session with the number 1.
      try client.send(bytes: [65, 1, 99])
      try client.send([client.open(1), client.reduce(1, 1, .up)], of: other)
      _ = try #require(try client.wait(for: isResult))
      let isRefused = client.heard[one]?.contains { if case .refuse = $0 { true } else { false } }
      #expect(isRefused == true)
    }
  }

  @Test("are refused where the connection has none of its own")
  func strangers() throws {
    let worker = try RawWorker()
    defer { worker.discard() }
    var client = try RawClient(worker.endpoint)
    try client.send([hello()], of: one)
    let heard = try client.wait { if case .refuse = $0 { true } else { false } }
    #expect(heard != nil)
  }

  @Test(
    "have numbers that can be read, or the client is refused",
    arguments: [[65], [65, 0], [65, 255, 255, 255, 255, 127]])
  func unreadable(_ bytes: [UInt8]) throws {
    #expect(bytes.withUnsafeBytes { SessionNumber.read($0) } == nil)
    try withClient { client, worker in
      try client.send(bytes: bytes)
      let heard = try client.wait { if case .refuse = $0 { true } else { false } }
      #expect(heard != nil)
      #expect(worker.isRunning)
    }
  }
}
