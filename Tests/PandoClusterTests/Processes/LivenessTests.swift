import ClusterFeatures
import Foundation
import Observation
import Pando
import Testing

/// Workers are kept alive by threads that nothing of the user can take.
@Suite("Liveness apart from user code", .serialized)
struct LivenessTests {
  @Test("with every thread of the concurrency pool blocked, a killed worker is replaced")
  func busyPool() async throws {
    let program = try await FinishedProgram.run(
      "ClusterProgram", environment: ["PANDO_TEST_SCENARIO": "busy pool"])
    #expect(program.output == "recovered: true\n")
    #expect(program.status == 0)
  }

  @Test(
    "with every thread of the concurrency pool asleep in send, a killed worker is replaced, and nothing is refused"
  )
  func sleepingPool() async throws {
    let program = try await FinishedProgram.run(
      "ClusterProgram", environment: ["PANDO_TEST_SCENARIO": "sending pool"])
    #expect(program.output == "accepted: 50\nall have committed\n")
    #expect(!program.errors.contains("refuse"))
    #expect(program.status == 0)
  }

  @Test("a parent's reducer that takes longer than the patience with workers costs no worker")
  func slowParent() async throws {
    // The patience is long for a worker on a busy machine, which answers all the time.
    try await withBoard(workers: 1, silenceMilliseconds: 5_000) { store, _ in
      store.send(.open)
      await store.send(.only(.up)).finish()
      let worker = try #require(store.state.only?.processID)
      store.send(.pause(milliseconds: 8_000))
      // The child answers; its parent's reducer runs on the thread that receives.
      for _ in 0..<2 { await store.send(.only(.up)).finish() }
      store.send(.pause(milliseconds: 0))
      for _ in 0..<10 { await store.send(.only(.up)).finish() }
      #expect(store.state.only?.count == 13)
      #expect(store.state.only?.processID == worker)
      #expect(store.workers.map(\.processID) == [worker])
    }
  }

  @Test("an observer that sends more than the window holds stops no thread that commits")
  func observer() async throws {
    try await withSlow(window: 2) { store in
      await store.send(.child(.up)).finish()
      withObservationTracking {
        _ = store.state
      } onChange: {
        for _ in 0..<20 { store.send(.child(.up)) }
      }
      store.send(.child(.up))
      try await eventually("all have committed") { store.state.child?.count == 22 }
    }
  }

  @Test("too few descriptors are one clear error, and not the end of the process")
  func fewDescriptors() async throws {
    try await withFolder { folder in
      let program = try await FinishedProgram.run(
        "ClusterProgram",
        environment: [
          "PANDO_TEST_SCENARIO": "report", "TMPDIR": folder, "XDG_RUNTIME_DIR": "",
        ], descriptors: 70)
      #expect(program.status == 0)
      #expect(program.output.contains("file descriptors are left"))
    }
    // So few that there is no pool at all, which leaves nothing behind.
    try await withFolder { folder in
      let program = try await FinishedProgram.run(
        "ClusterProgram",
        environment: [
          "PANDO_TEST_SCENARIO": "report", "TMPDIR": folder, "XDG_RUNTIME_DIR": "",
        ], descriptors: 10)
      #expect(program.output.contains("Could not open a descriptor to wake a thread with"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
    let enough = try await FinishedProgram.run(
      "ClusterProgram", environment: ["PANDO_TEST_SCENARIO": "report"], descriptors: 256)
    #expect(enough.output == "ready\n")
  }
}
