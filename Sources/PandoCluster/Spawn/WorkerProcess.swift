import Foundation
import Subprocess
import Synchronization
import SystemPackage

/// A worker of this program's own binary, run as a child process that cannot outlive it.
///
/// The worker ends with its standard input, of which this process holds the only other end; so it
/// goes however this process goes.
final class WorkerProcess: Sendable {
  private struct State {
    var processID: ProcessIdentifier?
    var isStopping = false
    var stopWaiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  let name: String
  private let executable: String
  private let endpoint: String

  init(name: String, executable: String, endpoint: String) {
    self.name = name
    self.executable = executable
    self.endpoint = endpoint
  }

  /// Nil before the start.
  var processID: Int32? { state.withLock { $0.processID?.value } }

  /// Runs the worker, and returns how it ended.
  func run() async throws -> String {
    var options = PlatformOptions()
    // Of its own group: an interrupt from the terminal is for the program, which then ends it.
    options.processGroupID = 0
    let result = try await Subprocess.run(
      .path(FilePath(executable)),
      arguments: [
        "worker", "--bind", endpoint, "--name", name, "--ends-with-input",
      ],
      environment: .inherit.updating(["PANDO_WORKER_OF": "\(getpid())"]),
      platformOptions: options,
      input: .inputWriter,
      output: .currentStandardError,
      error: .currentStandardError
    ) { execution in
      state.withLock { $0.processID = execution.processIdentifier }
      await waitForStop()
      try? await execution.standardInputWriter.finish()
    }
    return "\(result.terminationStatus)"
  }

  /// Lets the worker end by itself.
  func stop() {
    let waiter = state.withLock { state in
      state.isStopping = true
      defer { state.stopWaiter = nil }
      return state.stopWaiter
    }
    waiter?.resume()
  }

  /// Ends the worker at once: it hangs, or did not end by itself.
  func kill() {
    if let processID { _ = Foundation.kill(processID, SIGKILL) }
    stop()
  }

  private func waitForStop() async {
    await withCheckedContinuation { continuation in
      let isStopping = state.withLock { state in
        if !state.isStopping { state.stopWaiter = continuation }
        return state.isStopping
      }
      if isStopping { continuation.resume() }
    }
  }
}
