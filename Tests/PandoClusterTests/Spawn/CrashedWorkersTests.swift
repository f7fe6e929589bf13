import Glibc
import Testing

@testable import PandoCluster

@Suite("Workers whose backtraces are printed", .serialized)
struct CrashedWorkersTests {
  @Test("are four at once, however many crash before the killed ones have gone")
  func limit() async throws {
    var crashed = CrashedWorkers()
    for _ in 0..<8 {
      let process = try ChildProcess(
        executable: "/bin/sleep", arguments: ["1000"], name: "a crashed worker")
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
}
