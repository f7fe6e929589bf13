import ClusterFeatures
import Foundation
import Pando
import PandoHosting
import Testing
import ZeroMQ

@testable import PandoCluster

/// Effects on a worker that others run. Each writes its process's number to a file from time to time.
@Suite("The effects of a client that a worker has lost", .serialized, .timeLimit(.minutes(15)))
struct LostClientTests {
  private func count(of process: Int32, in file: String) -> Int {
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").count { $0 == "\(process)" }
  }

  private func store(_ hosting: Hosting) -> StoreOf<Board> {
    Store(initialState: Board.State()) {
      Board()
    } withDependencies: {
      $0.hosting = hosting
    }
  }

  @Test("end within a step where the worker was stopped, was given up for that, and goes on")
  func stoppedWorker() async throws {
    let workers = [try RawWorker(), try RawWorker()]
    defer { for worker in workers { worker.discard() } }
    let hosting = Hosting.workers(
      at: workers.map(\.endpoint.description), silenceMilliseconds: 1_000)
    try await stopping(store(hosting)) { store in
      let file = workers[0].folder + "/log"
      store.send(.open)
      await store.send(.only(.up)).finish()
      let first = try #require(store.state.only?.processID)
      store.send(.only(.beginLogging(file: file, milliseconds: 500)))
      try await eventually("the effect runs") { count(of: first, in: file) >= 2 }
      try await stop(first)
      try await eventually("it is given up") { store.state.only?.interruptions == 1 }
      let before = count(of: first, in: file)
      store.send(.only(.beginLogging(file: file, milliseconds: 500)))
      await store.send(.only(.up)).finish()
      let second = try #require(store.state.only?.processID)
      #expect(second != first)
      kill(first, SIGCONT)
      // The effect's next life, with which its last one would go on side by side.
      let start = count(of: second, in: file)
      try await eventually("its next life goes on") { count(of: second, in: file) >= start + 10 }
      #expect(count(of: first, in: file) <= before + 1)
    }
  }

  @Test("end soon where the client was killed, and those of others go on")
  func killedClient() async throws {
    let worker = try RawWorker()
    defer { worker.discard() }
    let process = worker.process.processIdentifier
    try await stopping(store(.workers(at: [worker.endpoint.description]))) { store in
      let (own, other) = (worker.folder + "/own", worker.folder + "/other")
      store.send(.open)
      store.send(.only(.beginLogging(file: own, milliseconds: 100)))
      let program = try RunningProgram(
        "ClusterProgram",
        environment: [
          "PANDO_TEST_SCENARIO": "logging", "PANDO_TEST_LOG": other,
          "PANDO_TEST_ENDPOINT": worker.endpoint.description,
        ])
      defer { program.kill() }
      try await eventually("the effects of both run") {
        count(of: process, in: own) >= 2 && count(of: process, in: other) >= 2
      }
      program.kill()
      try await eventually("it has ended") { !isAlive(program.processID) }
      func goOn(_ steps: Int) async throws -> Int {
        let start = count(of: process, in: own)
        try await eventually("ours go on") { count(of: process, in: own) >= start + steps }
        return count(of: process, in: other)
      }
      // A second by the clock of the same process, however busy the machine is.
      let then = try await goOn(10)
      #expect(try await goOn(10) == then)
    }
  }

  @Test("end, over tcp and ipc alike, and a client that comes by the same descriptor is another")
  func nextClient() async throws {
    let keys = try TestKeys(["worker": [.worker], "client": [.client]])
    let path = CurvePath(
      pair: try keys.loaded("client").pair, serverKey: try keys.publicKey("worker"))
    for endpoint in ["ipc://\(keys.path)/w.sock", "\(try freeEndpoint())"] {
      let log = RecordingLog()
      var configuration = WorkerConfiguration(endpoint: try Endpoint(endpoint), name: "w")
      configuration.keys = keys.keys("worker")
      configuration.logger = log.logger
      let worker = try WorkerService(Feature { Shard() }, configuration: configuration)
      let run = Task { try await worker.run() }
      try await eventually("it listens") { log.lines.contains { $0.contains("listens") } }
      for number in 1...3 {
        do {
          var client = try RawClient(
            configuration.endpoint, path: endpoint.hasPrefix("tcp") ? path : nil)
          try client.sayHello("client \(number)")
        }
        try await eventually("client \(number) has gone") {
          log.lines.contains { $0.hasPrefix("client \(number) has gone: its connection is gone") }
        }
      }
      var last = try RawClient(
        configuration.endpoint, path: endpoint.hasPrefix("tcp") ? path : nil)
      try last.sayHello("the last")
      try last.send([.ping(7)])
      let pong = try last.wait { if case .pong(7, _) = $0 { true } else { false } }
      #expect(pong != nil)
      #expect(!log.lines.contains { $0.hasPrefix("the last has gone") })
      run.cancel()
      try await run.value
    }
  }
}
