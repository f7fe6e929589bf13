import Foundation
import PandoBenchmarking

/// A worker that stands still while a client sends, so that nothing depends on which of the two is faster.
struct StoppedWorker {
  let endpoint: String
  let processID: Int32

  /// The worker that the process which counts has started for this one.
  static var given: StoppedWorker? {
    let words = ProcessInfo.processInfo.environment[variable]?.split(separator: " ") ?? []
    guard words.count == 2, let processID = Int32(words[0]) else { return nil }
    return StoppedWorker(endpoint: String(words[1]), processID: processID)
  }

  /// Starts one, counted by a tool or not, and waits until it listens.
  static func start(under tool: [String] = []) throws -> (worker: StoppedWorker, process: Process) {
    let folder = "/tmp/pando-instructions-\(UUID().uuidString.prefix(8))"
    let path = folder + "/worker.sock"
    Benchmark.afterwards { try? FileManager.default.removeItem(atPath: folder) }
    let process = try Child.start(
      ["worker", "--bind", "ipc://\(path)", "--ends-with-input"], under: tool)
    // Each try to connect to a worker that is not there yet would be counted.
    for _ in 0..<3_000 where process.isRunning {
      if FileManager.default.fileExists(atPath: path) { break }
      usleep(10_000)
    }
    guard FileManager.default.fileExists(atPath: path) else {
      Child.end(process)
      throw BenchmarkError("no worker listens at \(path)")
    }
    let worker = StoppedWorker(endpoint: "ipc://\(path)", processID: process.processIdentifier)
    return (worker, process)
  }

  /// The variable by which a process is told of its worker, with the value for this one.
  var environment: [String: String] { [Self.variable: "\(processID) \(endpoint)"] }

  /// Removes the folder of the socket, where no round does.
  func removeFolder() {
    let socket = URL(fileURLWithPath: String(endpoint.dropFirst("ipc://".count)))
    try? FileManager.default.removeItem(at: socket.deletingLastPathComponent())
  }

  private static let variable = "PANDO_BENCHMARK_WORKER"

  /// Returns once the process stands still.
  func suspend() {
    kill(processID, SIGSTOP)
    while !isSuspended { usleep(1_000) }
  }

  func resume() {
    kill(processID, SIGCONT)
  }

  private var isSuspended: Bool {
    let path = "/proc/\(processID)/stat"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return true }
    // Behind the name comes the state: T is stopped.
    return text[end...].hasPrefix(") T")
  }
}
