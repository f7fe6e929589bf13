import Foundation
import ZeroMQ

/// A worker of this binary at a tcp endpoint, started by hand.
struct TCPWorker {
  let endpoint: String
  /// Nil for a worker that somebody else has started.
  let process: Process?

  /// Starts one. Where the environment's `BENCHMARK_WORKER` names the endpoint of a worker, that is used
  /// instead: instructions are counted in this process alone then.
  static func start() async throws -> TCPWorker {
    if let endpoint = ProcessInfo.processInfo.environment["BENCHMARK_WORKER"] {
      return TCPWorker(endpoint: endpoint, process: nil)
    }
    let endpoint = "tcp://127.0.0.1:\(try freePort())"
    let process = try Child.start(["worker", "--bind", endpoint, "--ends-with-input"])
    return TCPWorker(endpoint: endpoint, process: process)
  }

  /// A port that was free a moment ago.
  static func freePort() throws -> UInt16 {
    let context = try Context()
    var socket = try context.socket(.dealer)
    let endpoint = try socket.bind(try Endpoint("tcp://127.0.0.1:*"))
    guard let port = UInt16(endpoint.description.split(separator: ":").last ?? "") else {
      throw BenchmarkError("no port in \(endpoint)")
    }
    return port
  }
}

/// Processes of this binary, which end with this one.
enum Child {
  static func start(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    // Its end closes the pipe, and the child with it.
    process.standardInput = Pipe()
    process.standardOutput = FileHandle.standardError
    try process.run()
    return process
  }
}

/// Why a benchmark could not run.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
