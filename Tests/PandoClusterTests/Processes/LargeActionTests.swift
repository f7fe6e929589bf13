import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Testing

/// Large actions fit, whatever the window in actions.
@Suite("Large actions", .serialized, .timeLimit(.minutes(15)))
struct LargeActionTests {
  @Test("990 actions of 300 KB that waited for a worker go to it in parts that it takes")
  func largeActions() async throws {
    try await withFolder { folder in
      chmod(folder, 0o700)
      let endpoint = "ipc://\(folder)/worker.sock"
      let store = Store(initialState: Board.State()) {
        Board()
      } withDependencies: {
        $0.hosting = .workers(at: [endpoint])
      }
      store.send(.open)
      let large = Shard.Action.die(inProcesses: 0, folder: String(repeating: "x", count: 300_000))
      // It sleeps where they take all that a store may hold. So many wait for the worker.
      let sending = Task.detached { for _ in 0..<990 { store.send(.only(large)) } }
      try await eventually("the store holds what it may") {
        store.hostedChildren.first.map { $0.uncommittedCount > 200 } == true
      }
      let worker = Process()
      worker.executableURL = URL(fileURLWithPath: ClusterProgram.path)
      worker.arguments = ["worker", "--bind", endpoint]
      let log = folder + "/log"
      #expect(FileManager.default.createFile(atPath: log, contents: nil))
      worker.standardError = FileHandle(forWritingAtPath: log)
      try worker.run()
      defer { kill(worker.processIdentifier, SIGKILL) }
      try await eventually("all have committed", within: 60) { store.state.only?.count == 990 }
      await sending.value
      await store.stop()
      // A message above the limit would have cost the connection, and the client would have come again.
      let text = try String(contentsOfFile: log, encoding: .utf8)
      #expect(text.components(separatedBy: " has come").count == 2)
    }
  }
}
