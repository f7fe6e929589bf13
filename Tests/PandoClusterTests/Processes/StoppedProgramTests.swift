import Foundation
import Testing
import ZeroMQ

@testable import PandoCluster

/// A program that is stopped, as by Ctrl-Z or in a debugger, answers nobody, and is not gone.
@Suite("A program that is stopped for a while", .serialized)
struct StoppedProgramTests {
  @Test("goes on with the workers that it had, and with their effects")
  func keepsItsWorkers() async throws {
    let program = try RunningProgram(
      "ClusterProgram", environment: ["PANDO_TEST_SCENARIO": "counting"])
    defer { program.kill() }
    // Where the child is, and how far, each time.
    func lines() -> [Int] {
      program.printed.split(separator: "\n").compactMap { line in
        line.split(separator: ":").first.flatMap { Int($0) }
      }
    }
    try await eventually("the child counts") { lines().count >= 3 }
    let workers = childProcesses(of: program.processID)
    #expect(workers.count == 1)
    try await stop(program.processID)
    // Longer than libzmq waits for an answer where it pings a peer.
    try await Task.sleep(for: .seconds(13))
    let count = lines().count
    kill(program.processID, SIGCONT)
    // A worker that is given up is killed a second later: some seconds of lines say that it is not.
    try await eventually("the child goes on") { lines().count >= count + 30 }
    #expect(childProcesses(of: program.processID) == workers)
    #expect(Set(lines()).count == 1, "\(program.printed)")
    #expect(!program.printed.contains("lost"))
  }

  @Test("is not looked for by libzmq over ipc, and over tcp only once its session has ended")
  func heartbeats() throws {
    let local = WorkerConfiguration(endpoint: try Endpoint("ipc:///tmp/w.sock"), name: "w")
    #expect(local.heartbeat == nil)
    var remote = WorkerConfiguration(endpoint: try Endpoint("tcp://127.0.0.1:7070"), name: "w")
    for (silence, timeout) in [(30_000, 60_000), (1_000, 10_000), (.max, Int(Int32.max) - 1)] {
      remote.silenceMilliseconds = silence
      let expected = Socket.Option.heartbeat(
        intervalMilliseconds: 2_000, timeoutMilliseconds: timeout)
      #expect(remote.heartbeat == expected, "\(silence)")
    }
    let context = try Context()
    var router = try context.socket(.router)
    try router.set(#require(remote.heartbeat))
  }
}
