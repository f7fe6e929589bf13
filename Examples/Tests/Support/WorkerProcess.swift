package import Foundation
package import Pando
import PandoCluster
import Synchronization

/// A process of the program `TestWorker`, which hosts the features of all examples.
///
/// A store of a test cannot start workers by itself, since they would be processes of the test runner.
/// So the test starts one, and tells the store where it is.
package final class WorkerProcess: Sendable {
  /// A worker for the tests that need none of their own. It ends with the test run.
  package static let shared: WorkerProcess = {
    atexit { WorkerProcess.shared.end() }
    return WorkerProcess()
  }()

  /// A folder of its own for what a test keeps in files; the worker's socket is there too.
  package let folder: URL
  private let process: Mutex<Process?>

  package init() {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pando-\(UUID().uuidString.prefix(8))")
    try! FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    process = Mutex(nil)
    start()
  }

  deinit { end() }

  private func end() {
    // One that ends by itself would clear up in the folder meanwhile.
    process.withLock { if $0!.isRunning { Foundation.kill($0!.processIdentifier, SIGKILL) } }
    try? FileManager.default.removeItem(at: folder)
  }

  /// Where a store finds it.
  package var hosting: Hosting { .workers(at: [endpoint]) }

  package var processID: Int32 { process.withLock { $0!.processIdentifier } }

  /// Starts a process at the same endpoint.
  package func start() {
    let next = Process()
    next.executableURL = Self.products.appendingPathComponent("TestWorker")
    // It ends when its standard input does: with this process, however that ends.
    next.arguments = ["worker", "--bind", endpoint, "--ends-with-input"]
    next.environment = ProcessInfo.processInfo.environment.merging(
      ["EXAMPLES_FOLDER": folder.path], uniquingKeysWith: { $1 })
    next.standardInput = Pipe()
    try! next.run()
    process.withLock { $0 = next }
  }

  /// Kills the process, and returns when it is gone.
  package func kill() async throws {
    Foundation.kill(processID, SIGKILL)
    try await eventually("the worker is gone") { process.withLock { $0?.isRunning != true } }
  }

  /// Puts a mark into the folder, for clients of the worker to look for, or takes it away.
  package func set(_ mark: String, _ isSet: Bool = true) {
    let path = folder.appendingPathComponent(mark).path
    if isSet {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    } else {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// Returns whether there is a mark, of a test or of the worker.
  package func has(_ mark: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(mark).path)
  }

  private var endpoint: String { "ipc://\(folder.path)/worker.sock" }

  /// Workers that a store starts, ends and replaces by itself, of the program `TestWorker`.
  package static func workers(_ count: Int) -> Hosting {
    .workers(count, executable: products.appendingPathComponent("TestWorker").path)
  }

  /// The folder of the programs that are built with the tests.
  package static var products: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let runner = bundle?.bundleURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return runner.deletingLastPathComponent()
  }
}
