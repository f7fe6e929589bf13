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

  @Test("990 actions of 300 KB, and a death: the next worker takes them all")
  func largeActions() async throws {
    try await withBoard(workers: 1) { store, folder in
      store.send(.open)
      await store.send(.only(.up)).finish()
      let first = try #require(store.state.only?.processID)
      try await stop(first)
      let large = Shard.Action.die(
        inProcesses: 0, folder: String(repeating: "x", count: 300_000))
      var last: StoreTask?
      for _ in 0..<990 { last = store.send(.only(large)) }
      kill(first, SIGKILL)
      var workers: Set<Int32> = []
      try await eventually("all have committed", within: 120) {
        if let worker = store.state.only?.processID { workers.insert(worker) }
        return store.state.only?.count == 991
      }
      await last?.finish()
      #expect(workers.count <= 2)
    }
  }
}
