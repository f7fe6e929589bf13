import Foundation
import Pando
import PandoCluster
import PandoJournal

/// Measures stores with a journal beside the same without one, and beside `fdatasync`. In an optimised build:
///
///     swift run --configuration release JournalProgram bench
struct JournalBenchmark {
  private let clock = ContinuousClock()
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "pando-journal-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func run() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await throughput("hosted, window 1,000", count: 200_000) { .adder(.told($0)) }
    try await throughput("local", count: 500_000) { .finish($0) }
    try await latency()
    try await restart()
  }

  private func store(_ file: String?) async throws -> Store<Jobs.State, Jobs.Action> {
    guard let file else {
      return Store(initialState: Jobs.State()) {
        Jobs()
      } withDependencies: {
        $0.hosting = .workers(1)
      }
    }
    return try await Store(journal: .file(path(file)), initialState: Jobs.State()) {
      Jobs()
    } withDependencies: {
      $0.hosting = .workers(1)
    }
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Sends as fast as the window lets in, three rounds each, in turns.
  private func throughput(
    _ name: String, count: Int, _ action: @Sendable (Int) -> Jobs.Action
  ) async throws {
    for round in 1...3 {
      var seconds: [Double] = []
      for file in [nil, "\(name) \(round)"] {
        let store = try await store(file)
        await store.send(.adder(.told(0))).finish()
        let time = try await clock.measure {
          for number in 0..<count { await store.sendWhenRoom(action(number)) }
          await store.send(.adder(.told(0))).finish()
          try await store.flushed()
        }
        seconds.append(time / .seconds(1))
        await store.stop()
      }
      let rates = seconds.map { Int(Double(count) / $0) }
      let extra = Int((seconds[1] - seconds[0]) / Double(count) * 1e9)
      print(
        "\(name): \(rates[0])/s without, \(rates[1])/s with a journal: \(share(seconds[0] / seconds[1])), \(extra) ns more"
      )
    }
  }

  private func share(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }

  /// One action, and 100 at once, until they are durable; in turns with `fdatasync` of as many bytes.
  private func latency() async throws {
    let store = try await store("latency")
    let descriptor = open(path("plain"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    for count in [1, 100] {
      var (gates, flushes): ([Double], [Double]) = ([], [])
      let bytes = [UInt8](repeating: 7, count: 4_096 * (1 + count / 100))
      for number in 0..<500 {
        let gate = try await clock.measure {
          for _ in 0..<count { store.send(.finish(number)) }
          try await store.flushed()
        }
        let flush = clock.measure {
          _ = pwrite(descriptor, bytes, bytes.count, off_t(number * bytes.count))
          fdatasync(descriptor)
        }
        gates.append(gate / .microseconds(1))
        flushes.append(flush / .microseconds(1))
      }
      let (gate, flush) = (gates.sorted()[250], flushes.sorted()[250])
      print(
        "\(count) actions until durable: \(Int(gate)) us, fdatasync \(Int(flush)) us: \(share(gate / flush))"
      )
    }
    await store.stop()
  }

  /// Opens what a million commits have left.
  private func restart() async throws {
    let first = try await store("restart")
    for number in 0..<1_000_000 { await first.sendWhenRoom(.finish(number)) }
    try await first.flushed()
    await first.stop()
    let time = try await clock.measure {
      let second = try await store("restart")
      precondition(second.state.finished == 1_000_000, "all of it is there")
      await second.stop()
    }
    print("restart behind 1,000,000 commits, with its worker: \(Int(time / .milliseconds(1))) ms")
  }
}
