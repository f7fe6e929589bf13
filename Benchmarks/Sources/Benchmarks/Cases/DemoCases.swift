import Foundation
import Pando
import PandoBenchmarking
import PandoCluster
import Synchronization

/// Cases of what `pando demo` does.
enum DemoCases {
  static var all: [Benchmark] {
    // The C headers are the same on each machine of a kind.
    counting("demo", in: "/usr/include") + [textAsActions]
  }

  /// The demo itself, which counts the words of files on two workers and then in one process; where the
  /// command is not built beside this program, there are no such cases.
  ///
  /// - Parameters:
  ///   - name: What the names of the cases begin with.
  ///   - directory: Where the files are.
  private static func counting(_ name: String, in directory: String) -> [Benchmark] {
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let command = program.deletingLastPathComponent().appendingPathComponent("pando")
    guard FileManager.default.isExecutableFile(atPath: command.path) else { return [] }
    let last = LastDemo()
    return [
      Benchmark("\(name)/one-process", unit: .filesPerSecond, warmsUp: false) {
        {
          let report = try DemoReport.make(command, directory)
          last.report.withLock { $0 = report }
          return report.round(report.inOneProcess)
        }
      },
      Benchmark(
        "\(name)/two-workers", unit: .filesPerSecond, bounds: ["\(name)/one-process"],
        warmsUp: false
      ) {
        {
          guard let report = last.report.withLock({ $0 }) else {
            throw BenchmarkError("the demo has not run")
          }
          return report.round(report.hosted)
        }
      },
    ]
  }

  private static var textAsActions: Benchmark {
    Benchmark("demo/text-as-actions") {
      let store = Store(initialState: TextParent.State()) {
        TextParent()
      } withDependencies: {
        $0.hosting = .workers(1)
      }
      Benchmark.afterwards { await store.stop() }
      return {
        // The worker may still be starting before the first round.
        await store.send(.child(.text(""))).finish()
        let pieceCount = 16
        let assignments = 25
        let words = assignments * pieceCount * TextCounter.wordsPerPiece
        let work = HostedWork(store: store) { $0.child?.words ?? 0 }
        let round = try await work.measuring(words) {
          await .awaiting(assignments) { _ in
            await store.send(.child(.read(pieceCount: pieceCount))).finish()
          }
        }
        return BenchmarkRound(
          count: assignments * pieceCount, nanoseconds: round.nanoseconds,
          latencies: round.latencies.map { $0 / UInt64(pieceCount) },
          processorTime: round.processorTime)
      }
    }
  }
}

/// The report of the demo's run in this round.
private final class LastDemo: Sendable {
  let report = Mutex<DemoReport?>(nil)
}

/// The times that the demo reports.
private struct DemoReport: Decodable {
  struct Run: Decodable {
    var seconds: Double
  }

  var files: Int
  var bytes: Int
  var hosted: Run
  var inOneProcess: Run

  /// Runs the demo on a directory.
  static func make(_ command: URL, _ directory: String) throws -> DemoReport {
    let process = Process()
    process.executableURL = command
    process.arguments = ["demo", directory, "--no-kill", "--json"]
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BenchmarkError("pando demo ended with \(process.terminationStatus)")
    }
    return try JSONDecoder().decode(DemoReport.self, from: data)
  }

  func round(_ run: Run) -> BenchmarkRound {
    BenchmarkRound(
      count: files, nanoseconds: UInt64(run.seconds * 1e9),
      note: "of \(files) files, \(bytes) bytes")
  }
}
