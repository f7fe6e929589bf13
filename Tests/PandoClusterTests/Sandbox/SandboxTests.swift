import CConfinement
import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Testing

/// The deeds of a feature in a sandbox, tried by a program of its own with a worker of its own: by its reducer, on a second
/// thread, and in an effect.
@Suite(
  "A sandboxed feature", .serialized, .timeLimit(.minutes(5)),
  .enabled(if: Landlock.version >= 1, "this kernel enforces no sandbox, or may not"))
struct SandboxTests {
  /// The users that a program runs as, each by what it is started through.
  enum User: String, CaseIterable {
    case same, nobody
    case rootOfItsNamespace = "root of its own namespace"

    var command: [String] {
      switch self {
      case .same: []
      case .nobody:
        ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
      case .rootOfItsNamespace: ["unshare", "-U", "-r"]
      }
    }

    private static func canRun(as user: User) throws -> Bool {
      let folder = try OpenFolder()
      defer { folder.remove() }
      return try Run(user.command + [folder.program, "worker", "--help"]).status == 0
    }

    /// The users that the system lets this one be, and that can read what the program needs.
    static var possible: [User] {
      allCases.filter { user in
        user == .same
          || (try? canRun(as: user)) == true
      }
    }
  }

  /// A program that has ended.
  struct Run {
    let output: String
    let status: Int32

    init(_ command: [String], environment: [String: String] = [:]) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = command
      process.environment = ProcessInfo.processInfo.environment
        .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }.merging(environment) { $1 }
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      self.output = String(
        decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      status = process.terminationStatus
    }
  }

  /// A folder with a copy of the program, and a folder of its own, for any user.
  struct OpenFolder {
    let path = FileManager.default.temporaryDirectory.path + "/pando-\(UUID().uuidString)"
    var program: String { path + "/program" }
    var own: String { path + "/own" }

    init() throws {
      try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: ClusterProgram.path, toPath: program)
      for path in [path, program] { chmod(path, 0o755) }
      chmod(own, 0o777)
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
  }

  /// The outcome of each deed.
  struct Outcomes {
    /// The numbers of errors, by deed: in the order reducer, thread, effect.
    var errors: [String: [Int32]] = [:]
    var lines: [String] = []

    init(_ sandbox: String, as user: User = .same, _ environment: [String: String] = [:]) throws {
      let folder = try OpenFolder()
      defer { folder.remove() }
      let own = folder.own
      let run = try Run(
        user.command + [user == .same ? ClusterProgram.path : folder.program],
        environment: [
          "PANDO_TEST_SCENARIO": "sandbox", "PANDO_TEST_SANDBOX": sandbox,
          "PANDO_TEST_FOLDER": own, "TMPDIR": "/tmp", "HOME": own,
        ].merging(environment) { $1 })
      try #require(run.status == 0, "\(run.output)")
      for line in run.output.split(separator: "\n").map(String.init) {
        guard let colon = line.range(of: ": ", options: .backwards),
          let number = Int32(line[colon.upperBound...])
        else {
          lines.append(line)
          continue
        }
        var deed = String(line[..<colon.lowerBound]).replacingOccurrences(of: own, with: "")
        for place in [" in an effect", " on a thread"] {
          deed = deed.replacingOccurrences(of: place, with: "")
        }
        deed = deed.replacingOccurrences(of: "-[0-9]+", with: "", options: .regularExpression)
        errors[deed, default: []].append(number)
      }
    }

    /// The deeds that could be done, and those that could be done in one way and not in another, which none should.
    var done: Set<String> {
      Set(errors.filter { $0.value.contains(0) }.keys.map { Self.name($0) })
    }

    /// The deed without the number of a process or a port.
    static func name(_ deed: String) -> String {
      deed.split(separator: " ").filter { Int($0) == nil }.joined(separator: " ")
    }
  }

  /// The deeds that its files allow.
  private static let withFiles: Set = [
    "read /readable/file", "list /readable", "read /writable/file", "write /writable/file",
    "list /writable", "truncate /writable/file", "write /writable/new", "unlink /writable/new",
  ]

  /// The deeds that hostile code could do without a sandbox, whoever the user is.
  private static let harm: Set = [
    "read /secret/file", "write /secret/file", "chmod /secret/file", "fchmod /secret/file",
    "inotify /secret/file", "list /secret", "truncate /secret/file", "write /secret/new",
    "write /readable/file", "chmod /readable/file", "fchmod /readable/file", "read /etc/passwd",
    "list /proc", "tcp", "listen", "udp", "unix /socket", "unix pando-test", "socketpair", "kill",
    "tgkill", "setown", "of process environ", "of process maps", "prlimit", "fork",
    "start /usr/bin/true", "memfd name", "code", "shm", "shared pages", "session",
    "open for nothing /secret/file", "setrlimit", "files /dev/null", "memory",
    "variable HOME", "variable PANDO_TEST_FOLDER", "variable PANDO_TEST_GIVEN",
  ]

  /// The part of them that the filter of system calls refuses by itself, whatever the version of Landlock.
  private static let calls: Set = [
    "chmod /secret/file", "tcp", "listen", "udp", "unix /socket", "unix pando-test", "socketpair",
    "kill", "tgkill", "setown", "prlimit", "fork", "start /usr/bin/true", "memfd name", "code",
    "shm",
    "shared pages", "session", "open for nothing /secret/file", "setrlimit",
  ]

  @Test("could do all of it without a sandbox")
  func control() throws {
    let outcomes = try Outcomes("none")
    #expect(outcomes.done.isSuperset(of: Self.harm.union(Self.withFiles)))
  }

  @Test("can do what it was declared with, and nothing else", arguments: User.possible)
  func closed(_ user: User) throws {
    let outcomes = try Outcomes("closed", as: user)
    #expect(outcomes.done == Self.withFiles)
    // In the reducer, on a thread and in an effect.
    #expect(outcomes.errors.values.allSatisfy { $0.count == 3 })
    #expect(outcomes.lines.contains("neighbour: the worker"))
    #expect(outcomes.lines.filter { $0.hasPrefix("worker: worker 1") }.count == 2)
    #expect(outcomes.lines.allSatisfy { !$0.hasPrefix("worker:") || $0.hasSuffix("ready, lost 0") })
    #expect(!outcomes.lines.contains { $0.hasPrefix("unenforced") })
  }

  @Test(
    "connects to the ports that were named, and to no others",
    .enabled(if: Landlock.version >= 4, "this kernel restricts no ports"))
  func connect() throws {
    let outcomes = try Outcomes("connect")
    #expect(
      outcomes.done
        == Self.withFiles.union(["tcp", "variable HOME", "files /dev/null", "memory"]))
    let ports = outcomes.errors.filter { $0.key.hasPrefix("tcp") }.values.sorted { $0[0] < $1[0] }
    #expect(ports == [[0, 0, 0], [EACCES, EACCES, EACCES]])
  }

  @Test(
    "has sockets and processes where they were given, and still no other files",
    .enabled(if: Landlock.version >= 6, "this kernel restricts no signals"))
  func open() throws {
    let outcomes = try Outcomes("open")
    let given: Set = [
      "tcp", "fast tcp", "listen", "udp", "unix /socket", "unix pando-test", "socketpair", "fork",
      "start /usr/bin/true", "code", "files /dev/null", "memory", "variable HOME",
      "variable PANDO_TEST_FOLDER", "variable PANDO_TEST_GIVEN",
    ]
    #expect(outcomes.done == Self.withFiles.union(given))
  }

  @Test("goes on where effects keep every thread for seconds")
  func busy() throws {
    let outcomes = try Outcomes("busy")
    #expect(outcomes.errors["lost"] == [0, 0])
    #expect(outcomes.errors.filter { $0.key.hasPrefix("sleep") }.values.allSatisfy { $0 == [0] })
    #expect(outcomes.errors.keys.contains { $0.hasPrefix("sleep") })
  }

  @Test("reads nothing that a worker before it has put in the place of a file")
  func replacing() throws {
    let outcomes = try Outcomes("replacing")
    #expect(outcomes.errors["replace /writable/in 0"] == [0])
    #expect(outcomes.errors["read /writable/in/file 0"] == [EACCES])
    #expect(outcomes.errors["lost"]?.contains { $0 > 0 } == true)
  }

  @Test("shows the frames of a crash")
  func frames() async throws {
    let folder = try OpenFolder()
    defer { folder.remove() }
    let run = try await FinishedProgram.run(
      "ClusterProgram",
      environment: [
        "PANDO_TEST_SCENARIO": "sandbox", "PANDO_TEST_SANDBOX": "replacing",
        "PANDO_TEST_FOLDER": folder.own, "SWIFT_BACKTRACE": "enable=no",
      ])
    #expect(run.status == 0)
    #expect(run.errors.contains("Fatal error: an intruder crashes"))
    let frames = run.errors.split(separator: "\n").filter { $0.contains("ClusterProgram(+0x") }
    #expect(frames.count > 3, "\(run.errors)")
  }

  @Test("runs with as little as a sandbox may have")
  func least() throws {
    let outcomes = try Outcomes("least")
    #expect(outcomes.done == ["read /dev/null"])
    #expect(outcomes.lines.filter { $0.hasSuffix("ready, lost 0") }.count == 2)
  }

  /// The number of the call that installs filters.
  #if arch(arm64)
    static let seccomp = 277
  #else
    static let seccomp = 317
  #endif

  @Test(
    "is not hosted where the kernel lacks what that takes",
    arguments: [(444, "Landlock"), (SandboxTests.seccomp, "filter")])
  func missing(_ call: Int, _ words: String) throws {
    let required = try Outcomes("closed", ["PANDO_TEST_MISSING_CALL": "\(call)"])
    #expect(required.errors.isEmpty)
    #expect(required.lines.contains("neighbour: the worker"))
    let bestEffort = try Outcomes("best effort", ["PANDO_TEST_MISSING_CALL": "\(call)"])
    #expect(bestEffort.errors.values.allSatisfy { $0.count == 3 })
    #expect(bestEffort.lines.contains { $0.hasPrefix("unenforced: ") && $0.contains(words) })
    // What is there holds.
    let held: Set =
      call == 444 ? Self.calls : ["read /secret/file", "write /secret/file", "list /secret"]
    #expect(bestEffort.done.isDisjoint(with: held))
  }
}

/// Workers that are not what their features ask for.
@Suite(
  "A worker without the confinement that its features declare", .serialized, .timeLimit(.minutes(5))
)
struct UnconfinedWorkerTests {
  @Test(
    "gets none of them, and others go on",
    .enabled(if: Landlock.version >= 1, "this kernel enforces no sandbox, or may not"))
  func liar() async throws {
    try await withCastle(Sandbox(environment: .only(["PANDO_TEST_LIES"]))) {
      .workers(
        1, executable: ClusterProgram.path, environment: ["PANDO_TEST_LIES": "1"],
        placementTimeoutMilliseconds: 3_000)
    } _: { store in
      await store.send(.intruder(.attempt(.init("fork")))).finish()
      #expect(store.state.intruder?.outcomes.isEmpty ?? true)
      await store.send(.guest(.ask)).finish()
      #expect(store.state.guest.homeOfEffect == "the worker")
      let confined = store.workers.first { $0.sandbox != nil }
      #expect(confined?.lastProblem?.contains("has no filter of system calls") == true)
    }
  }

  @Test(
    "is not what one is that takes long to come to its role",
    .enabled(if: Landlock.version >= 1, "this kernel enforces no sandbox, or may not"))
  func late() async throws {
    try await withCastle(Sandbox(environment: .only(["PANDO_TEST_LATE"]))) {
      .workers(1, executable: ClusterProgram.path, environment: ["PANDO_TEST_LATE": "1"])
    } _: { store in
      let deed = Intruder.Deed("fork")
      await store.send(.intruder(.attempt(deed))).finish()
      #expect(store.state.intruder?.outcomes[deed.title] == EPERM)
      #expect(store.workers.allSatisfy { $0.restartCount == 0 && $0.lastProblem == nil })
    }
  }

  @Test("is not used for them where somebody else runs it, or a file of theirs is missing")
  func elsewhere() async throws {
    let folder = "/nowhere"
    for (hosting, sharing, words) in [
      (
        Hosting.workers(at: ["ipc:///nowhere/at/all.sock"]), Sandbox.Sharing.never, "starts itself"
      ),
      (
        .workers(
          1, executable: ClusterProgram.path), .allowed,
        "\"\(folder)/file\" cannot be in a worker's sandbox: No such file"
      ),
    ] {
      try await withCastle(Sandbox(files: .read(["\(folder)/file"]), sharing: sharing)) {
        hosting
      } _: { store in
        await store.send(.intruder(.attempt(.init("fork")))).finish()
        #expect(store.state.intruder?.outcomes.isEmpty ?? true)
        let problems = store.workers.map { worker in
          if case .failed(let reason) = worker.state { reason } else { "" }
        }
        #expect(problems.contains { $0.contains(words) }, "\(problems)")
      }
    }
  }

  @Test("is not this process in a program, and is in a test")
  func inProcess() async throws {
    for context in [DependencyContext.live, .test] {
      try await withCastle(Sandbox(), in: context) {
        .inProcess
      } _: { store in
        let deed = Intruder.Deed("code")
        await store.send(.intruder(.attempt(deed))).finish()
        #expect(store.state.intruder?.outcomes[deed.title] == (context == .test ? 0 : nil))
      }
    }
  }

  private func withCastle(
    _ sandbox: Sandbox, in context: DependencyContext = .test, _ hosting: () -> Hosting,
    _ body: (StoreOf<Castle>) async throws -> Void
  ) async throws {
    let hosting = hosting()
    // That it cannot be used is reported.
    try await withKnownIssue(isIntermittent: true) {
      let store = Store(initialState: Castle.State()) {
        Castle(sandbox)
      } withDependencies: {
        $0.context = context
        $0.hosting = hosting
      }
      try await stopping(store, after: body)
    } matching: { issue in
      if case .expectationFailed = issue.kind { return false }
      let words = issue.description
      return words.contains("of this store cannot be")
        || words.contains("declares a sandbox, which the program's own process cannot be put in")
    }
  }
}

/// The version of Landlock that tests can count on; less than 1 where there is none, or no filter of system calls.
enum Landlock {
  static let version = pando_filter_is_known() == 0 ? 0 : pando_landlock_version()
}
