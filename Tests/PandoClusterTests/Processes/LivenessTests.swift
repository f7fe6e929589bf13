import Foundation
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
}
