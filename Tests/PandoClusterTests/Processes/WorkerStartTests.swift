import ClusterFeatures
import Foundation
import Pando
import Testing

@testable import PandoCluster

@Suite("The environment, arguments and folder of workers", .serialized, .timeLimit(.minutes(5)))
struct WorkerStartTests {
  /// A process as the system knows it.
  private struct Seen: Equatable {
    let variables: [String]
    let words: [String]
    let folder: String

    init(_ processID: Int32) throws {
      func list(_ file: String) throws -> [String] {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(processID)/\(file)"))
        // Each ends with a zero.
        return bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false)
          .map { String(decoding: $0, as: UTF8.self) }
      }
      variables = try list("environ")
      // The first words name the process.
      words = Array(try list("cmdline").drop { $0 != "--ends-with-input" }.dropFirst())
      folder = try FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/\(processID)/cwd")
    }

    func values(of name: String) -> [String] {
      variables.filter { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
    }
  }

  @Test("are those that the store was told, and the same for a worker that replaces another")
  func replaced() async throws {
    let (kept, changed) = ("PANDO_TEST_KEPT", "PANDO_TEST_CHANGED")
    setenv(kept, "as it was", 1)
    setenv(changed, "the program's", 1)
    defer { for name in [kept, changed] { unsetenv(name) } }
    let folder = URL(fileURLWithPath: NSTemporaryDirectory()).resolvingSymlinksInPath().path
    let store = Store(initialState: Board.State()) {
      Board()
    } withDependencies: {
      $0.hosting = .workers(
        1, executable: ClusterProgram.path, environment: [changed: "the worker's = own\n"],
        arguments: ["--index", "/srv/a b", "--", ""], workingDirectory: folder)
    }
    try await eventually("a worker is there") { store.workers.first?.state == .ready }
    setenv(kept, "changed since", 1)
    let first = try #require(store.workers.first?.processID)
    let seen = try Seen(first)
    #expect(seen.values(of: kept) == ["as it was"])
    #expect(seen.values(of: changed) == ["the worker's = own\n"])
    #expect(seen.words == ["--", "--index", "/srv/a b", "--", ""])
    #expect(seen.folder == folder)
    kill(first, SIGKILL)
    try await eventually("another worker is there") {
      store.workers.first.map { $0.state == .ready && $0.processID != first } == true
    }
    #expect(try Seen(#require(store.workers.first?.processID)) == seen)
    await store.stop()
  }

  @Test("are the program's own where nothing is said")
  func standard() async throws {
    let store = Store(initialState: Board.State()) {
      Board()
    } withDependencies: {
      $0.hosting = .workers(1, executable: ClusterProgram.path)
    }
    try await eventually("a worker is there") { store.workers.first?.state == .ready }
    let seen = try Seen(#require(store.workers.first?.processID))
    #expect(seen.words == [])
    #expect(seen.folder == FileManager.default.currentDirectoryPath)
    await store.stop()
  }

  @Test(
    "are refused where they cannot be had",
    arguments: [
      (["": "a"], [], nil, "cannot be a variable"), (["A=B": "a"], [], nil, "cannot be a variable"),
      (["A": "a\0"], [], nil, "has a zero byte"),
      (["PANDO_WORKER_OF": "1"], [], nil, "by Pando itself"),
      ([:], ["a\0b"], nil, "has a zero byte"), ([:], [], "/nowhere/at/all", "No such file"),
      ([:], [], "/etc/passwd", "Not a directory"),
    ] as [([String: String], [String], String?, String)])
  func refused(
    _ environment: [String: String], _ arguments: [String], _ folder: String?, _ words: String
  ) throws {
    let error = #expect(throws: SpawnError.self) {
      try WorkerStart(environment: environment, arguments, in: folder)
    }
    #expect(error?.description.contains(words) == true)
  }

  @Test("stay what they were where the program moves on, for a worker that is started later")
  func laterWorker() async throws {
    let home = FileManager.default.currentDirectoryPath
    let start = try WorkerStart()
    // All at once: the folder belongs to the whole process.
    #expect(chdir("/usr") == 0)
    let began = Result { () throws(SpawnError) in
      try ChildProcess(
        executable: "/bin/pwd", arguments: ["-P"], name: "a worker", from: start)
    }
    #expect(chdir(home) == 0)
    var process = try began.get()
    let output = FileHandle(fileDescriptor: process.output, closeOnDealloc: true)
    let printed = String(decoding: try output.readToEnd() ?? Data(), as: UTF8.self)
    #expect(printed == home + "\n")
    try await eventually("it has ended") { process.reap() != nil }
  }

  @Test("leave a binary where it is that is named from the program's folder")
  func relative() {
    let binary = WorkerBinary.other(path: "bin/worker")
    #expect(binary.path == FileManager.default.currentDirectoryPath + "/bin/worker")
    for path in ["/opt/a/../worker", ""] { #expect(WorkerBinary.other(path: path).path == path) }
  }
}
