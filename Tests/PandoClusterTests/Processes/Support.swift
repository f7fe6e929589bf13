import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Testing

/// The program whose workers the tests use: built beside the test bundle.
enum ClusterProgram {
  static let path: String = {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    if let bundle = Bundle.allBundles.first(where: { $0.bundlePath.hasSuffix(".xctest") }) {
      folder = bundle.bundleURL.deletingLastPathComponent()
    }
    let beside = folder.appendingPathComponent("ClusterProgram").path
    precondition(
      FileManager.default.isExecutableFile(atPath: beside), "no program at \(beside)")
    return beside
  }()
}

/// A store with workers, and a fresh folder; both end with the test.
func withBoard(
  workers: Int = 2, silenceMilliseconds: Int = 10_000, window: Int = 1_000,
  _ body: (StoreOf<Board>, String) async throws -> Void
) async throws {
  let folder = FileManager.default.temporaryDirectory.path + "/pando-test-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  setenv("PANDO_TEST_HANG_MARK", folder + "/hang", 1)
  let store = Store(initialState: Board.State()) {
    Board()
  } withDependencies: {
    $0.hosting = .workers(
      workers, executable: ClusterProgram.path, silenceMilliseconds: silenceMilliseconds
    ).window(window)
  }
  let result: Result<Void, any Error>
  do {
    try await body(store, folder)
    result = .success(())
  } catch {
    result = .failure(error)
  }
  await store.stop()
  try? FileManager.default.removeItem(atPath: folder)
  try result.get()
}

/// Looks again and again until something holds; a test fails when it does not come about.
func eventually(
  _ what: String, within seconds: Double = 30, sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + .seconds(seconds)
  while try await !condition() {
    guard ContinuousClock.now < end else {
      Issue.record("it never came about that \(what)", sourceLocation: sourceLocation)
      throw NeverHappened()
    }
    try await Task.sleep(for: .milliseconds(5))
  }
}

struct NeverHappened: Error {}

extension Thread {
  /// A thread that runs `body`. Not one of the concurrency pool, which must not be blocked.
  static func started(_ body: @escaping @Sendable () -> Void) -> Thread {
    let thread = Thread(block: body)
    thread.start()
    return thread
  }
}

/// Returns whether a process exists and is no zombie.
func isAlive(_ processID: Int32) -> Bool {
  guard let status = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8) else {
    return false
  }
  return !status.contains(") Z ")
}

/// Returns whether every thread of a process is stopped by a signal.
func isStopped(_ processID: Int32) -> Bool {
  let folder = "/proc/\(processID)/task"
  let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  return !threads.isEmpty
    && threads.allSatisfy { thread in
      let status = try? String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8)
      return status?.contains(") T ") == true
    }
}

/// The processes whose parent is this one, or another.
func childProcesses(of parent: Int32 = getpid()) -> Set<Int32> {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return Set(
    names.compactMap(Int32.init).filter { processID in
      guard
        let status = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8),
        let rest = status.split(separator: ")").last
      else { return false }
      let fields = rest.split(separator: " ")
      return fields.count > 1 && Int32(fields[1]) == parent && fields[0] != "Z"
    })
}

/// Stops a process, and returns when it has stopped: the signal takes its time, and until then a worker
/// goes on answering.
func stop(_ processID: Int32) async throws {
  kill(processID, SIGSTOP)
  try await eventually("process \(processID) has stopped") { isStopped(processID) }
}
