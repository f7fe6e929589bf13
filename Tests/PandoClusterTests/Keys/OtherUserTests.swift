import Foundation
import Glibc
import Logging
import Testing
import ZeroMQ

@testable import PandoCluster

/// Tests that a peer over ipc is known by the system. Only root can start processes of other users.
@Suite("Another user, over ipc", .serialized, .enabled(if: geteuid() == 0 && OtherUser.isPossible))
struct OtherUserTests {
  /// Opens a folder and a socket to everybody, as they never are by themselves.
  private func open(_ path: String) {
    chmod(path, 0o777)
    chmod((path as NSString).deletingLastPathComponent, 0o755)
  }

  @Test("it is refused by a coordinator, though folder and socket are open, and logged once")
  func coordinator() async throws {
    let directory = TemporaryDirectory()
    let log = LogRecorder()
    let coordinator = try await RunningCoordinator(
      .init(endpoint: directory.endpoint()), logger: log.logger)
    open("\(directory.path)/socket")
    let user = try OtherUser(scenario: "coordinated", endpoint: coordinator.endpoint)
    #expect(try await user.end().contains("runs as user \(OtherUser.number)"))
    #expect(log.count(.warning, "runs as user \(OtherUser.number)") == 1)
    // This process's own user, which is root's, is let in.
    #expect(try await ClusterStatus.ask(coordinatorAt: coordinator.endpoint).workers == [])
    try await coordinator.stop()
  }

  @Test("where it may not use the socket, that is told at once, and nobody is taken for away")
  func closedSocket() async throws {
    let directory = TemporaryDirectory()
    let coordinator = try await RunningCoordinator(.init(endpoint: directory.endpoint()))
    chmod(directory.path, 0o755)
    for isFolderOpen in [true, false] {
      if !isFolderOpen { chmod(directory.path, 0o700) }
      let command = "health --timeout 3600 --coordinator \(coordinator.endpoint)"
      let outcome = try await FinishedProgram.run(
        shell: "exec setpriv --reuid \(OtherUser.number) --clear-groups \"$0\" \(command)", "pando")
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("as user \(OtherUser.number)"), "\(outcome.errors)")
      #expect(outcome.errors.contains("Permission denied"))
    }
    try await coordinator.stop()
  }

  @Test("it is refused by a worker, though folder and socket are open, and logged once")
  func worker() async throws {
    let worker = try RawWorker(endsWithInput: false)
    defer { worker.discard() }
    try await eventually("the worker listens") { worker.errorText.contains("listens at") }
    open("\(worker.folder)/worker.sock")
    let user = try OtherUser(scenario: "connected", endpoint: worker.endpoint)
    #expect(try await !user.end().contains("reduced"))
    let lines = worker.errorText.split(separator: "\n")
    #expect(lines.count { $0.contains("runs as user \(OtherUser.number)") } == 1)
    var client = try RawClient(worker.endpoint)
    try client.sayHello()
  }
}

/// A program that another user runs.
final class OtherUser {
  /// The one who owns nothing.
  static let number = 65_534
  private static let tool = "/usr/bin/setpriv"

  /// True if that user can be, and can run the program.
  static var isPossible: Bool { FileManager.default.isExecutableFile(atPath: tool) }

  private let process = Process()
  private let output = Pipe()

  init(scenario: String, endpoint: Endpoint) throws {
    process.executableURL = URL(fileURLWithPath: Self.tool)
    process.arguments = [
      "--reuid", "\(Self.number)", "--regid", "\(Self.number)", "--clear-groups",
      ClusterProgram.path,
    ]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "PANDO_TEST_SCENARIO": scenario, "PANDO_TEST_ENDPOINT": "\(endpoint)",
    ]) { $1 }
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  /// Ends the process and returns what it has said.
  func end() async throws -> String {
    try await eventually("the other user's program has ended", within: 60) { !process.isRunning }
    return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}
