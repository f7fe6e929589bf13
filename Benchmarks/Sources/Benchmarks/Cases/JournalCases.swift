import Foundation
import Pando
import PandoBenchmarking
import PandoCluster
import PandoJournal

/// Stores with a journal in a file, beside the same without one, and beside `fdatasync` of as many bytes.
enum JournalCases {
  static var all: [Benchmark] {
    [
      hosted("journal/none/window-1000", inFile: false),
      hosted("journal/file/window-1000", inFile: true, bounds: ["journal/none/window-1000"]),
      local("journal/none/local", inFile: false),
      local("journal/file/local", inFile: true, bounds: ["journal/none/local"]),
      synchronizing("bound/fdatasync-4KB", times: 1),
      synchronizing("bound/fdatasync-4KB-twice", times: 2),
      flushing("journal/file/durable-1", actions: 1, bounds: ["bound/fdatasync-4KB"]),
      // The first is written at once, and the others while it is: as two groups, of a page of SQLite's log each.
      flushing("journal/file/durable-100", actions: 100, bounds: ["bound/fdatasync-4KB-twice"]),
      restart,
    ]
  }

  /// Makes a store whose file, if it has one, goes with the round.
  private static func makeStore(inFile: Bool) async throws -> StoreOf<Durable> {
    let store = try await open(inFile ? TemporaryFile().path : nil)
    Benchmark.afterwards { await store.stop() }
    return store
  }

  private static func open(_ path: String?, text: String = "") async throws -> StoreOf<Durable> {
    try await Store(journal: path.map { .file($0) }, initialState: Durable.State(text: text)) {
      Durable()
    } withDependencies: {
      $0.hosting = .workers(1)
    }
  }

  /// As many actions in flight as the window takes, until the last is durable.
  private static func hosted(_ name: String, inFile: Bool, bounds: [String] = []) -> Benchmark {
    let count = 200_000
    return Benchmark(name, unit: .actionsPerSecond, bounds: bounds) {
      let store = try await makeStore(inFile: inFile)
      let sender = SenderThread()
      return {
        // The worker may still be starting before the first round.
        await store.send(.child(.up)).finish()
        return try await HostedWork(store: store) { $0.child.count }.measuring(count) {
          let stopwatch = Stopwatch()
          let last = await sender.run { () -> StoreTask? in
            var last: StoreTask?
            for _ in 0..<count { last = store.send(.child(.up)) }
            return last
          }
          await last?.finish()
          try await store.flushed()
          return stopwatch.round(count)
        }
      }
    }
  }

  /// Actions of the parent, until the last is durable.
  private static func local(_ name: String, inFile: Bool, bounds: [String] = []) -> Benchmark {
    let count = 200_000
    return Benchmark(name, bounds: bounds) {
      let store = try await makeStore(inFile: inFile)
      return {
        let before = store.withState(\.ticks)
        let stopwatch = Stopwatch()
        for _ in 0..<count { await store.sendWhenRoom(.tick) }
        try await store.flushed()
        let round = stopwatch.round(count)
        guard store.withState(\.ticks) - before == count else {
          throw BenchmarkError("not all actions have committed")
        }
        return round
      }
    }
  }

  /// So many actions at once, until they are durable.
  private static func flushing(_ name: String, actions: Int, bounds: [String]) -> Benchmark {
    Benchmark(name, unit: .medianNanoseconds, bounds: bounds) {
      let store = try await makeStore(inFile: true)
      return {
        try await .awaiting(200) { _ in
          for _ in 0..<actions { store.send(.tick) }
          try await store.flushed()
        }
      }
    }
  }

  /// A page that is appended, so many times, without Pando: the disk's own part.
  private static func synchronizing(_ name: String, times: Int) -> Benchmark {
    Benchmark(name, unit: .medianNanoseconds) {
      let file = try TemporaryFile()
      let descriptor = Glibc.open(file.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw BenchmarkError("could not make \(file.path)") }
      Benchmark.afterwards { close(descriptor) }
      let page = [UInt8](repeating: 7, count: 4_096)
      return {
        try await .awaiting(200) { _ in
          for _ in 0..<times {
            guard write(descriptor, page, page.count) == page.count, fdatasync(descriptor) == 0
            else { throw BenchmarkError("could not write \(file.path)") }
          }
        }
      }
    }
  }

  /// Opens what a million commits have left of a state of 1 MB, without its worker.
  private static var restart: Benchmark {
    Benchmark("journal/file/restart-1MB-1000000", unit: .milliseconds, warmsUp: false) {
      let file = try TemporaryFile()
      let count = 1_000_000
      let first = try await open(file.path, text: String(repeating: "x", count: 1_000_000))
      for _ in 0..<count { await first.sendWhenRoom(.tick) }
      try await first.flushed()
      await first.stop()
      return {
        let stopwatch = Stopwatch()
        let second = try await open(file.path)
        let round = stopwatch.round(1)
        let ticks = second.withState(\.ticks)
        await second.stop()
        guard ticks == count else { throw BenchmarkError("\(ticks) of \(count) commits are there") }
        return round
      }
    }
  }
}

/// A name for a file that goes with the round, and with it those that SQLite puts beside it.
private struct TemporaryFile {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pando-bench-\(UUID().uuidString)")
    Benchmark.afterwards { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("store.journal").path
  }
}
