import Foundation
import PandoBenchmarking
@_spi(Benchmarks) import PandoCluster
import ZeroMQ

/// A worker of this binary at a tcp endpoint, started by hand, with keys made for the run.
struct TCPWorker {
  let endpoint: String
  let process: Process
  /// The keys that clients use.
  let keys: ClusterKeys

  static func start() async throws -> TCPWorker {
    let endpoint = "tcp://127.0.0.1:\(try freePort())"
    let folder = try KeyFolder()
    let worker = try folder.make("worker", role: "worker")
    let client = try folder.make("client", role: "client")
    let process = try Child.start([
      "worker", "--bind", endpoint, "--ends-with-input", "--keyring", folder.keyring, "--key",
      worker,
    ])
    return TCPWorker(
      endpoint: endpoint, process: process, keys: .files(keyring: folder.keyring, key: client))
  }

  /// Starts one that asks for no key, and returns where it listens.
  static func startUnkeyed() throws -> String {
    let endpoint = "tcp://127.0.0.1:\(try freePort())"
    try UnkeyedNetwork.allow(endpoint)
    _ = try Child.start(["unkeyed-worker", endpoint])
    return endpoint
  }

  /// The other process: a worker without keys, until its standard input ends.
  static func serveUnkeyed(_ endpoint: String) async throws {
    try UnkeyedNetwork.allow(endpoint)
    let command = try WorkerCommand.parse(["--bind", endpoint, "--ends-with-input"])
    try await command.run(features: Program.features)
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
  /// Starts one, under the tool that some words call.
  static func start(
    _ arguments: [String], under tool: [String] = [], environment: [String: String] = [:]
  )
    throws -> Process
  {
    let process = Process()
    // Hash tables have the same shape in each run under such a tool.
    process.environment = ProcessInfo.processInfo.environment
      .merging(tool.isEmpty ? [:] : ["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
      .merging(environment) { $1 }
    // Under a tool that counts instructions, such as valgrind, `/proc/self/exe` is the tool.
    let path = CommandLine.arguments[0]
    let program = URL(fileURLWithPath: path.contains("/") ? path : "/proc/self/exe")
      .resolvingSymlinksInPath()
    process.executableURL = tool.isEmpty ? program : URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = tool.isEmpty ? arguments : tool + [program.path] + arguments
    // Its end closes the pipe, and the child with it.
    process.standardInput = Pipe()
    process.standardOutput = FileHandle.standardError
    try process.run()
    Benchmark.afterwards { end(process) }
    return process
  }

  /// Ends a process, even one that stands still, and returns once it has ended; after some seconds it is killed.
  static func end(_ process: Process, within seconds: Int = 5) {
    guard process.isRunning else { return }
    process.terminate()
    // It takes the signal once it goes on.
    kill(process.processIdentifier, SIGCONT)
    for _ in 0..<(100 * seconds) where process.isRunning { usleep(10_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}
