import ClusterFeatures
import Foundation
import Pando
import PandoHosting
import PandoWire
import Testing
import ZeroMQ

/// A worker does not trust its clients: one that misbehaves harms nobody else.
@Suite("A worker with clients that misbehave", .serialized)
struct MisbehavingClientTests {
  /// The memory of a process that is in use, in MiB.
  private func residentMiB(_ processID: Int32) -> Int {
    let status = try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return (line?.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first ?? 0) / 1_024
  }

  private func expectService(_ worker: RawWorker) throws {
    var client = try RawClient(worker.endpoint)
    try client.sayHello("another")
    try client.send([client.open(1), client.reduce(1, 1, .up)])
    let messages = try client.wait { if case .result = $0 { true } else { false } }
    #expect(messages != nil)
  }

  @Test("P7: what a client does not take is bounded, and ends its session")
  func takesNothing() async throws {
    let worker = try RawWorker(endsWithInput: false)
    defer { worker.discard() }
    var client = try RawClient(worker.endpoint, receiveHighWaterMark: 1)
    try client.sayHello()
    // 600 MB of answers that are never taken.
    try client.send([client.open(1)])
    for number in 1...600 {
      try client.send([client.reduce(1, UInt64(number), .fill(bytes: 1 << 20))])
    }
    var largest = 0
    let end = ContinuousClock.now + .seconds(300)
    var pings: UInt64 = 0
    while !worker.errorText.contains("does not take its answers") {
      largest = max(largest, residentMiB(worker.process.processIdentifier))
      try #require(ContinuousClock.now < end, "the worker drops the client: \(worker.errorText)")
      // It is not silent: that would end its session on a machine that takes long for 200 MB of answers.
      pings += 1
      try client.send([.ping(pings)])
      try await Task.sleep(for: .milliseconds(200))
    }
    #expect(largest < 800)
    try expectService(worker)
    #expect(worker.isRunning)
  }

  @Test("a message in too many frames ends the session of the client that sent it")
  func tooManyFrames() throws {
    let worker = try RawWorker(endsWithInput: false)
    defer { worker.discard() }
    var client = try RawClient(worker.endpoint)
    try client.sayHello("a hostile client")
    try client.send([client.open(1), client.reduce(1, 1, .up)])
    let first = try client.wait { if case .result = $0 { true } else { false } }
    #expect(first != nil)
    try client.send(frames: [[1], [2], [3]])
    let refused = try client.wait { if case .refuse = $0 { true } else { false } }
    guard case .refuse(let reason)? = refused?.last else {
      Issue.record("it was not refused")
      return
    }
    #expect(reason.contains("too many frames"))
    // It has no session any more: what it says is that of a stranger.
    try client.send([client.reduce(1, 2, .up)])
    let answers = try client.wait {
      switch $0 {
      case .refuse, .result: true
      default: false
      }
    }
    guard case .refuse(let second)? = answers?.last else {
      Issue.record("its session goes on: \(String(describing: answers))")
      return
    }
    #expect(second.contains("before it said hello"))
    try expectService(worker)
  }

  @Test("what a client sends behind its refusal is no other one")
  func backlog() throws {
    let worker = try RawWorker(endsWithInput: false)
    defer { worker.discard() }
    var client = try RawClient(worker.endpoint)
    try client.sayHello("a hostile client")
    try client.send(bytes: [255, 255, 255])
    let refused = try client.wait { if case .refuse = $0 { true } else { false } }
    #expect(refused != nil)
    for _ in 1...100 {
      try client.send(bytes: [255, 255, 255])
      try client.send(frames: [[1], [2], [3]])
      try client.send([.goodbye])
    }
    // Once it is let in again, the worker has taken in all of that.
    try client.sayHello("a client that has mended its ways")
    let lines = worker.errorText.split(separator: "\n")
    #expect(lines.filter { $0.contains("a client was refused") }.count == 1, "\(lines)")
  }

  @Test("a hello of a second life ends the first, under the same routing id")
  func secondLife() throws {
    let worker = try RawWorker()
    defer { worker.discard() }
    var client = try RawClient(worker.endpoint)
    for _ in 1...3 {
      try client.sayHello()
      try client.send([client.open(1), client.reduce(1, 1, .up)])
      let messages = try client.wait { if case .result = $0 { true } else { false } }
      #expect(messages != nil)
    }
  }

  @Test("a worker serves 4,096 clients, refuses the next, and goes on")
  func manyClients() throws {
    let worker = try RawWorker()
    defer { worker.discard() }
    try DescriptorLimit.raise()
    var first = try RawClient(worker.endpoint)
    try first.sayHello("the first")
    // On a busy machine it takes longer to make them than a worker hears nothing of a client.
    let crowd = try Crowd(worker.endpoint, count: 4_095) { try first.send([.ping(1)]) }
    #expect(crowd.welcomedCount == 4_095)
    var late = try RawClient(worker.endpoint)
    try late.send([.hello(Hello(name: "late", features: []))])
    let refusal = try late.wait { if case .refuse = $0 { true } else { false } }
    guard case .refuse(let reason)? = refusal?.last else {
      Issue.record("the last was not refused")
      return
    }
    #expect(reason.contains("4096 clients"))
    try first.send([first.open(1), first.reduce(1, 1, .up)])
    let messages = try first.wait { if case .result = $0 { true } else { false } }
    #expect(messages != nil)
  }
}

/// Clients that say hello, and then only that they live.
private final class Crowd {
  private let context: Context
  private var sockets: [UnsafeMutablePointer<Socket>] = []
  private(set) var welcomedCount = 0

  /// - Parameter alsoPing: Called whenever those that are there say that they live.
  init(_ endpoint: Endpoint, count: Int, alsoPing: () throws -> Void) throws {
    context = try Context(maxSockets: count + 10)
    var writer = WireWriter()
    ClientMessage.hello(Hello(name: "one of many", features: [])).encode(into: &writer)
    var lastPing = ContinuousClock.now
    for _ in 0..<count {
      if lastPing.duration(to: .now) > .seconds(5) {
        lastPing = .now
        try ping()
        try alsoPing()
      }
      var socket = try context.socket(
        .dealer, .linger(milliseconds: 0), .receiveTimeout(milliseconds: 20_000))
      try socket.connect(endpoint)
      _ = try socket.send(writer.bytes)
      let place = UnsafeMutablePointer<Socket>.allocate(capacity: 1)
      place.initialize(to: socket)
      sockets.append(place)
      _ = try place.pointee.receive()
      welcomedCount += 1
    }
    try ping()
    try alsoPing()
  }

  private func ping() throws {
    var writer = WireWriter()
    ClientMessage.ping(1).encode(into: &writer)
    let bytes = writer.bytes
    for place in sockets { _ = try place.pointee.send(bytes) }
  }

  deinit {
    for place in sockets {
      place.deinitialize(count: 1)
      place.deallocate()
    }
  }
}
