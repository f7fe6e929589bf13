import Foundation
import Testing

@testable import PandoCluster

@Suite("Workers whose backtraces are printed", .serialized)
struct CrashedWorkersTests {
  @Test("are four at once, however many crash before the killed ones have gone")
  func limit() async throws {
    var crashed = CrashedWorkers()
    for _ in 0..<8 {
      let process = try ChildProcess(
        executable: "/bin/sleep", arguments: ["1000"], name: "a crashed worker", from: WorkerStart()
      )
      // Nobody reads what it prints, which is nothing.
      close(process.output)
      crashed.add(process, now: 0)
    }
    try await eventually("those that crashed first have gone") {
      crashed.reap(now: 0, isStopping: false)
      return crashed.items.count <= 4
    }
    #expect(crashed.items.count == 4)
    // A minute later, the others have taken too long.
    try await eventually("all have gone") {
      crashed.reap(now: 60_000, isStopping: false)
      return crashed.isEmpty
    }
  }

  @Test("have two seconds more once the store ends, and leave nothing that they have started")
  func end() async throws {
    var crashed = CrashedWorkers()
    let process = try ChildProcess(
      executable: "/bin/sh", arguments: ["-c", "sleep 1000 & echo $!; wait"],
      name: "a crashed worker", from: WorkerStart())
    let printed = FileHandle(fileDescriptor: process.output, closeOnDealloc: true)
    let line = String(decoding: printed.availableData, as: UTF8.self)
    let started = try #require(Int32(line.dropLast()))
    defer { if isAlive(started) { kill(started, SIGKILL) } }
    crashed.add(process, now: 0)
    crashed.reap(now: 100, isStopping: true)
    #expect(crashed.nextDeadline == 2_100)
    crashed.reap(now: 2_000, isStopping: true)
    #expect(crashed.nextDeadline == 2_100)
    try await eventually("it has gone") {
      crashed.reap(now: 2_100, isStopping: true)
      return crashed.isEmpty
    }
    try await eventually("what it has started has gone") { !isAlive(started) }
  }
}
