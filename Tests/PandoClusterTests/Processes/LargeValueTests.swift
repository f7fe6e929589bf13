import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Testing

/// Large states and large actions fit, whatever the window in actions.
@Suite("Large states and actions", .serialized, .timeLimit(.minutes(3)))
struct LargeValueTests {
  /// The most memory that a process has had in use, in MiB.
  private func peakMiB(_ processID: Int32) -> Int {
    let status = try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kilobytes = line?.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first
    return (kilobytes ?? .max) / 1_024
  }

  /// Returns once a process does nothing any more, by the time that it has run.
  private func waitUntilIdle(_ processID: Int32) {
    var last = ""
    for _ in 0..<100 {
      let text = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8)
      let fields = text?.split(separator: ")").last?.split(separator: " ") ?? []
      let ticks = fields.count > 12 ? fields[11...12].joined(separator: " ") : ""
      if ticks == last { return }
      last = ticks
      usleep(1_000_000)
    }
  }

  @Test("P7: a state of 100 KB that each action rewrites takes no more memory than the window")
  func largeState() async throws {
    try await withSlow { store in
      await store.send(.child(.up)).finish()
      let worker = try #require(store.state.child?.processID)
      let before = peakMiB(worker)
      var last: StoreTask?
      for _ in 0..<990 { last = store.send(.child(.fill(bytes: 100_000))) }
      // Nothing commits meanwhile, so that the worker holds all that it was given.
      store.withState { _ in waitUntilIdle(worker) }
      await last?.finish()
      #expect(store.state.child?.count == 991)
      #expect(store.state.child?.processID == worker)
      // The window is 16 MiB: in the patches that are held, in messages, and in what is reused.
      #expect(peakMiB(worker) - before < 100)
    }
  }

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
      for _ in 0..<990 { store.send(.only(large)) }
      let worker = Process()
      worker.executableURL = URL(fileURLWithPath: ClusterProgram.path)
      worker.arguments = ["worker", "--bind", endpoint, "--ends-with-input"]
      worker.standardInput = Pipe()
      try worker.run()
      defer { kill(worker.processIdentifier, SIGKILL) }
      try await eventually("all have committed", within: 60) { store.state.only?.count == 990 }
      #expect(store.state.only?.interruptions == 0)
      await store.stop()
    }
  }
}
