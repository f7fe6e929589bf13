import Foundation
import Glibc
import PandoHosting
import Testing

/// A user who may start few threads hears so. Only root can be another user, whose threads nobody else takes.
@Suite("A limit of threads", .serialized, .enabled(if: geteuid() == 0 && OtherUser.isPossible))
struct ThreadLimitTests {
  private static let user = 54_322

  /// Runs the command as a user with so many threads, those of the shell's tools included.
  private func run(_ arguments: String, threads: Int) async throws -> FinishedProgram {
    try await FinishedProgram.run(
      shell: """
        exec setpriv --reuid \(Self.user) --regid \(Self.user) --clear-groups \
        prlimit --nproc=\(threads):\(threads) timeout --signal=KILL 60 "$0" \(arguments)
        """,
      "pando", environment: ["SWIFT_BACKTRACE": "enable=no", "XDG_RUNTIME_DIR": ""],
      withinSeconds: 70)
  }

  @Test(
    "no daemon traps, aborts or hangs where it has too few, and each says why",
    arguments: [
      ("worker --bind ipc:///tmp/pando-few-w.sock", nil),
      (
        "worker --bind ipc:///tmp/pando-few-w.sock --coordinator ipc:///tmp/pando-few-c.sock",
        nil
      ),
      ("coordinator --bind ipc:///tmp/pando-few-c.sock", "The coordinator listens."),
      (
        "health --coordinator ipc:///tmp/pando-few-c.sock --timeout 1",
        "nobody answered there within 1000 ms"
      ),
    ] as [(String, String?)])
  func few(_ command: String, whereEnough words: String?) async throws {
    // With `timeout` and its own first thread there are two. Each asks for eight more, twice; how many it has of its own
    // the second time depends on when the concurrency pool starts its threads.
    for threads in 2...12 {
      let outcome = try await run(command, threads: threads)
      if let words, threads > 9, outcome.errors.contains(words) { continue }
      #expect(
        [1, ProcessEnd.shortageStatus].contains(outcome.status), "\(threads): \(outcome.status)")
      #expect(outcome.errors.contains("ulimit -u"), "\(threads): \(outcome.errors)")
    }
  }

  @Test("the demo ends where its workers have too few, and its last word has the reason")
  func demo() async throws {
    try await withFolder { folder in
      chmod(folder, 0o755)
      try "a b c".write(toFile: folder + "/text", atomically: true, encoding: .utf8)
      // Enough for the program, and not for a worker beside it.
      let outcome = try await run("demo \(folder) --plain --no-kill", threads: 22)
      #expect(outcome.status == 1)
      let last = outcome.errors.split(separator: "\n").last ?? ""
      #expect(last.hasPrefix("error: The workers of this store cannot be started: "), "\(last)")
      #expect(last.contains("ulimit -u"), "\(last)")
    }
  }
}
