import Foundation
import Synchronization

@testable import PandoJournal

/// A server of PostgreSQL in a temporary folder, that ends with the process of the tests.
///
/// Its defaults are the worst that a journal may meet: commits that are not awaited, transactions
/// that see what was.
final class PostgresServer: Sendable {
  /// A server for all tests that leave it as it is.
  static let shared = PostgresServer()

  /// True where "make postgres-test" runs the tests, which installs the server.
  static let isWanted = ProcessInfo.processInfo.environment["PANDO_POSTGRES"] != nil

  private static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    let folders = versions.sorted().reversed().map { "\(root)/\($0)/bin" }
    return (folders + ["/usr/local/bin", "/usr/bin"]).first {
      FileManager.default.isExecutableFile(atPath: $0 + "/initdb")
    }
  }()

  private let folder: String
  private let running = Mutex<(guardian: Process, input: Pipe)?>(nil)

  /// A connection string, without a schema.
  var connectionString: String { "host=\(folder) user=postgres dbname=postgres" }

  init() {
    folder = NSTemporaryDirectory() + "pando-postgres-" + UUID().uuidString.prefix(8)
    let directory = folder
    try? FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    if getuid() == 0, let user = getpwnam("postgres") {
      chown(directory, user.pointee.pw_uid, user.pointee.pw_gid)
    }
    let command = Self.command(
      "initdb",
      [
        "-D", directory + "/data", "-U", "postgres", "-A", "trust", "-N", "--locale=C", "-E",
        "UTF8",
      ])
    let initdb = Self.process(command)
    initdb.standardOutput = FileHandle.nullDevice
    try? initdb.run()
    initdb.waitUntilExit()
    precondition(initdb.terminationStatus == 0, "initdb has failed")
    start()
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(atPath: folder)
  }

  // MARK: - Running

  /// Starts the server, and waits until it can be used.
  func start() {
    var problem = ""
    for _ in 0..<6_000 {
      if running.withLock({ $0?.guardian.isRunning }) != true { launch() }
      do {
        _ = try connect()
        return
      } catch {
        problem = "\(error)"
      }
      usleep(20_000)
    }
    let log = try? String(contentsOfFile: folder + "/log", encoding: .utf8)
    fatalError("PostgreSQL does not start: \(problem)\n\(log ?? "")")
  }

  /// A shell that runs the server. It kills it at a word, and also at the end of its own input,
  /// which comes when this process ends in any way: then it removes the folder as well.
  private static let guardian = """
    exec 3<&0
    "$@" </dev/null >"$0/log" 2>&1 3<&- &
    server=$!
    {
      read -r word <&3
      [ "$word" ] || touch "$0/over"
      kill -9 $server $(cat /proc/$server/task/$server/children)
    } >/dev/null 2>&1 &
    wait $server
    segment=$(sed -n 7p "$0/data/postmaster.pid" | tr -s ' ' | cut -d' ' -f2-)
    ipcrm -m "${segment##* }"
    if [ -e "$0/over" ]; then rm -rf "$0"; else kill $!; fi
    """

  private func launch() {
    let server = Self.command(
      "postgres",
      [
        "-D", folder + "/data", "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off",
        "-c", "synchronous_commit=off", "-c", "wal_writer_delay=10s",
        "-c", "default_transaction_isolation=serializable", "-c", "max_connections=40",
        "-c", "dynamic_shared_memory_type=mmap",
        "-c", "shared_buffers=16MB",
      ])
    let process = Self.process(["bash", "-c", Self.guardian, folder] + server)
    process.standardError = FileHandle.nullDevice
    let input = Pipe()
    process.standardInput = input
    try? process.run()
    running.withLock { $0 = (process, input) }
  }

  /// Kills the server and all of its backends, as a power cut would.
  func kill() {
    let all = processes
    running.withLock { running in
      try? running?.input.fileHandleForWriting.write(contentsOf: Data("stop\n".utf8))
      for id in all { Foundation.kill(id, SIGKILL) }
      running?.guardian.waitUntilExit()
      running = nil
    }
  }

  /// Has the server and all of its backends stop, or go on.
  func signal(_ number: Int32) {
    for id in processes { Foundation.kill(id, number) }
  }

  /// The server's process and those of its backends.
  private var processes: [Int32] {
    guard let text = try? String(contentsOfFile: folder + "/data/postmaster.pid", encoding: .utf8),
      let main = text.split(separator: "\n").first.flatMap({ Int32($0) })
    else { return [] }
    let list = "/proc/\(main)/task/\(main)/children"
    let children = try? String(contentsOfFile: list, encoding: .utf8)
    return [main] + (children ?? "").split(separator: " ").compactMap { Int32($0) }
  }

  /// Returns a connection of the test's own.
  func connect(_ string: String? = nil) throws -> PostgresConnection {
    try PostgresConnection(
      string ?? connectionString, place: "test", isReadOnly: false,
      limits: PostgresLimits(silence: .seconds(600)))
  }

  private static func command(_ name: String, _ arguments: [String]) -> [String] {
    let drop = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
    return (getuid() == 0 ? drop : []) + [(programs ?? "") + "/" + name] + arguments
  }

  private static func process(_ command: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = URL(filePath: "/")
    return process
  }
}
