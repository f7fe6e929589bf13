import ClusterFeatures
import Foundation
import Glibc
import Pando
import PandoHosting
import Testing
import ZeroMQ

@testable import PandoCluster

/// Attacks on a worker's port that are no handshake, or never become one.
@Suite("A worker's port under attack", .serialized)
struct AttackTests {
  private func withWorker(
    descriptors: Int? = nil, _ body: (KeyedWorker, StoreOf<Board>) async throws -> Void
  ) async throws {
    let cluster = try KeyedCluster(["worker": [.worker], "client": [.client]])
    defer { cluster.discard() }
    let worker = try cluster.startWorker("worker", descriptorLimit: descriptors)
    let hosting = Hosting.workers(at: ["\(worker.endpoint)"], keys: cluster.keys.keys("client"))
    try await withStore(hosting) { store in
      store.send(.open)
      await store.send(.only(.up)).finish()
      try await body(worker, store)
      #expect(store.state.only?.processID == worker.process.processIdentifier)
      #expect(worker.process.isRunning)
    }
  }

  /// Connects as anybody can, without ZeroMQ.
  private func connect(to endpoint: Endpoint) throws -> Int32 {
    guard case .tcp(_, let port) = endpoint.address else { throw NeverHappened() }
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafeBytes(of: &address) {
      Glibc.connect(
        descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
    }
    guard descriptor >= 0, result == 0 else { throw NeverHappened() }
    return descriptor
  }

  private func use(_ store: StoreOf<Board>, times: Int) async {
    for _ in 0..<times { await store.send(.only(.up)).finish() }
  }

  /// The memory of a process that is in use, in MiB.
  private func residentMiB(_ processID: Int32) -> Int {
    let status = try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return (line?.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first ?? 0) / 1_024
  }

  private func descriptorCount(_ processID: Int32) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(processID)/fd").count) ?? 0
  }

  @Test("garbage on the port, before and within the handshake, harms nobody")
  func garbage() async throws {
    try await withWorker { worker, store in
      var random = SystemRandomNumberGenerator()
      // The greeting of ZMTP 3.1 with the mechanism CURVE; what follows it is nonsense.
      var greeting = [UInt8](repeating: 0, count: 64)
      greeting[0] = 0xFF
      greeting[9] = 0x7F
      (greeting[10], greeting[11]) = (3, 1)
      greeting.replaceSubrange(12..<17, with: Array("CURVE".utf8))
      signal(SIGPIPE, SIG_IGN)
      for number in 0..<200 {
        let descriptor = try connect(to: worker.endpoint)
        let noise = (0..<(number * 7)).map { _ in UInt8.random(in: 0...255, using: &random) }
        let bytes = number % 2 == 0 ? noise : greeting + noise
        _ = write(descriptor, bytes, bytes.count)
        if number % 3 == 0 { usleep(500) }
        close(descriptor)
        if number % 20 == 0 { await use(store, times: 1) }
      }
      await use(store, times: 10)
      #expect(store.state.only?.count == 21)
    }
  }

  @Test("1,000 connections that never shake hands take bounded memory, and nobody notices")
  func halfOpen() async throws {
    try DescriptorLimit.raise()
    try await withWorker { worker, store in
      let processID = worker.process.processIdentifier
      let former = residentMiB(processID)
      let connections = try (0..<1_000).map { _ in try connect(to: worker.endpoint) }
      await use(store, times: 100)
      #expect(store.state.only?.count == 101)
      #expect(residentMiB(processID) - former < 200)
      try await eventually("the worker has given them up", within: 60) {
        descriptorCount(processID) < 100
      }
      for connection in connections { close(connection) }
    }
  }

  @Test("more connections than there are descriptors end no process, and no session")
  func crowd() async throws {
    try DescriptorLimit.raise()
    try await withWorker(descriptors: 256) { worker, store in
      var connections: [Int32] = []
      for _ in 0..<1_000 { connections.append(try connect(to: worker.endpoint)) }
      await use(store, times: 100)
      #expect(store.state.only?.count == 101)
      try await eventually("that is told") { worker.count("Too many connections") == 1 }
      for connection in connections { close(connection) }
      await use(store, times: 10)
    }
  }
}
