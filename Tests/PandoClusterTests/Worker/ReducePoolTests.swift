import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("The threads of a worker")
struct ReducePoolTests {
  @Test("that get the receiver's role look at once, though its signals were taken back before")
  func handOver() throws {
    let configuration = WorkerConfiguration(
      endpoint: try Endpoint("ipc:///tmp/nobody-listens.sock"), name: "a worker")
    let loop = try WorkerLoop(configuration, keys: nil, features: [])
    // The thread that gets the role finds no receiver, and waits.
    let pool = ReducePool(loop)
    defer { pool.stop() }
    loop.wakeUp.signal()
    #expect(loop.wakeUp.drain())
    let batch = loop.role.begin()
    pool.giveRole(takenAt: batch, late: { nil }, from: { "no-thread" })
    #expect(loop.wakeUp.drain())
  }

  @Test("wake nobody where the role was kept")
  func keptRole() throws {
    let configuration = WorkerConfiguration(
      endpoint: try Endpoint("ipc:///tmp/nobody-listens.sock"), name: "a worker")
    let loop = try WorkerLoop(configuration, keys: nil, features: [])
    let pool = ReducePool(loop)
    defer { pool.stop() }
    let batch = loop.role.begin()
    #expect(loop.role.end(batch))
    pool.giveRole(takenAt: batch, late: { nil }, from: { "no-thread" })
    #expect(!loop.wakeUp.drain())
  }
}
