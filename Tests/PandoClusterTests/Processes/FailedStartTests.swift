import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import PandoHosting
import Testing

/// Workers that cannot be started: said once, clearly, and come to an end.
@Suite("Workers that cannot be started", .serialized)
struct FailedStartTests {
  /// A line of the program's standard error that reports the pool's end.
  private func reports(_ program: FinishedProgram) -> Int {
    program.errors.components(separatedBy: "No hosted feature of the store runs").count - 1
      + program.output.components(separatedBy: "No hosted feature of the store runs").count - 1
  }

  @Test("a program that does not know the role is started as a worker once, and never again")
  func noSecondGeneration() async throws {
    try await withFolder { folder in
      let program = try await FinishedProgram.run(
        "PlainProgram",
        environment: ["PANDO_TEST_COUNT": folder + "/count", "TMPDIR": folder])
      let count = try Data(contentsOf: URL(fileURLWithPath: folder + "/count")).count
      #expect(count == 2, "the program itself, and the one worker that it tried")
      #expect(program.status == 0)
      #expect(program.output.contains("failed: "))
      #expect(program.output.contains("exited with status 78"))
      #expect(program.errors.contains("Make its \"@main\" type a \"PandoProgram\""))
      #expect(reports(program) == 1)
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(left == ["count"])
    }
  }

  @Test("a worker that asks for workers is refused, and goes on")
  func workersOfWorkers() async throws {
    try await withFolder { folder in
      let program = try await FinishedProgram.run(
        "PlainProgram",
        environment: [
          "PANDO_TEST_COUNT": folder + "/count", "PANDO_TEST_ADOPT": "1", "TMPDIR": folder,
        ])
      let count = try Data(contentsOf: URL(fileURLWithPath: folder + "/count")).count
      #expect(count == 1)
      #expect(program.status == 0)
      #expect(program.output.contains("failed: A worker starts no workers of its own"))
    }
  }

  @Test("no worker, and a folder that cannot be used, are one clear error, and create nothing")
  func badRequests() async throws {
    try await withFolder { folder in
      let none = try await FinishedProgram.run(
        "PlainProgram", environment: ["PANDO_TEST_WORKERS": "0", "TMPDIR": folder])
      #expect(none.status == 0)
      #expect(none.output.contains("failed: .workers(0) asks for no worker"))

      for bad in [
        "\(folder)/missing", "/proc", "relative", "\(folder)/" + String(repeating: "x", count: 60),
      ] {
        let program = try await FinishedProgram.run(
          "PlainProgram", environment: ["TMPDIR": bad, "XDG_RUNTIME_DIR": ""])
        #expect(program.status == 0)
        #expect(program.output.contains("failed: No folder for the workers' sockets can be made"))
        #expect(reports(program) == 1)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
  }

  @Test(
    "a binary that is not there, or ends at once, ends the pool, and every lane hears of it",
    arguments: ["/nowhere/worker", "/bin/false"])
  func badBinary(_ executable: String) async throws {
    try await withBackend(.workers(3, executable: executable)) { backend, client in
      let feature = hostedFeature { Shard() }
      for lane in 1...5 {
        #expect(
          backend.place(LaneID(rawValue: UInt64(lane)), feature, group: nil, in: .shared) == nil)
      }
      #expect(backend.place(LaneID(rawValue: 6), feature, group: nil, in: .quarantine) == nil)
      // Well before a handshake takes too long: an end is noticed when it happens.
      try await eventually("every lane has heard", within: 20) {
        client.record.unhostable.count == 6
      }
      #expect(client.record.placed.isEmpty)
      let states = backend.workers.map(\.state)
      #expect(states.count == 3)
      for state in states {
        guard case .failed(let reason) = state else {
          Issue.record("\(state) is not failed")
          continue
        }
        #expect(reason.contains(executable == "/bin/false" ? "status 1" : "No such file"))
      }
      // A lane that comes later hears it too.
      #expect(backend.place(LaneID(rawValue: 7), feature, group: nil, in: .shared) == nil)
      try await eventually("the late lane has heard") { client.record.unhostable.count == 7 }
    }
    #expect(childProcesses().isEmpty)
  }

  @Test("why a worker did not start is known while others are started")
  func knownReason() async throws {
    try await withFolder { folder in
      let script = folder + "/worker"
      try "#!/bin/sh\nsleep 1\nexit 3\n".write(toFile: script, atomically: true, encoding: .utf8)
      chmod(script, 0o700)
      try await withBackend(.workers(1, executable: script)) { backend, _ in
        try await eventually("the reason is known") {
          backend.workers.first?.lastProblem?.contains("status 3") == true
        }
        #expect(backend.workers.first?.restartCount == 0)
      }
    }
  }

  @Test("a worker that nobody could reach does not start, and says what to write instead")
  func unreachableWorker() async throws {
    let program = try await FinishedProgram.run(
      "ClusterProgram", ["worker", "--bind", "inproc://x"])
    #expect(program.status == 64)
    #expect(program.errors.contains("Nobody could reach inproc://x"))
    #expect(program.errors.contains("ipc:///path"))
  }

  @Test("a child waits for workers that are not there as long as its patience, and hears why")
  func patience() async throws {
    try await withFolder { folder in
      let hosting = Hosting.workers(
        at: ["ipc://\(folder)/none.sock"], placementTimeoutMilliseconds: 200)
      try await withBackend(hosting) { backend, client in
        #expect(backend.sharesWorkers)
        let lane = LaneID(rawValue: 1)
        _ = backend.place(lane, hostedFeature { Shard() }, group: nil, in: .quarantine)
        try await eventually("the lane has heard") { client.record.unhostable[lane] != nil }
        #expect(client.record.unhostable[lane]?.contains("no worker is there") == true)
      }
    }
  }

  @Test("a child waits for a coordinator that is not there as long as its patience, and hears why")
  func patienceWithCoordinator() async throws {
    try await withFolder { folder in
      let hosting = Hosting.coordinator(
        "ipc://\(folder)/none.sock", placementTimeoutMilliseconds: 200)
      try await withBackend(hosting) { backend, client in
        #expect(backend.sharesWorkers)
        let lane = LaneID(rawValue: 1)
        _ = backend.place(lane, hostedFeature { Shard() }, group: nil, in: .shared)
        try await eventually("the lane has heard") { client.record.unhostable[lane] != nil }
      }
    }
  }

  @Test("a feature that the workers do not host is told as soon as the first is there")
  func missingFeature() async throws {
    try await withBackend(.workers(2, executable: ClusterProgram.path)) { backend, client in
      let known = LaneID(rawValue: 1)
      let unknown = LaneID(rawValue: 2)
      #expect(backend.place(known, hostedFeature { Shard() }, group: nil, in: .shared) == nil)
      #expect(backend.place(unknown, hostedFeature { Unlisted() }, group: nil, in: .shared) == nil)
      try await eventually("both lanes have an answer") {
        client.record.placed[known] != nil && client.record.unhostable[unknown] != nil
      }
      let reason = try #require(client.record.unhostable[unknown])
      #expect(reason.contains("Unlisted"))
      #expect(reason.contains("Add \"Feature {"))
    }
  }
}

/// A feature that the tests' worker does not list.
@Reducer
private struct Unlisted {
  struct State: Codable, Sendable { var count = 0 }
  enum Action: Codable, Sendable { case up }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.count += 1
      return .none
    }
  }
}
