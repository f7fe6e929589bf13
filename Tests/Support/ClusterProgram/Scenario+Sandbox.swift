import ClusterFeatures
import Foundation
import Glibc
import HostileDeeds
import Pando
import PandoCluster

extension Scenario {
  /// Has a child try what hostile code would, in a sandbox or in none, and prints what came of each deed: its name, and the
  /// error's number or 0. `PANDO_TEST_FOLDER` is a folder that the user of the program may change.
  static func sandbox() async {
    let environment = ProcessInfo.processInfo.environment
    let folder = environment["PANDO_TEST_FOLDER"] ?? "/nowhere"
    if let call = environment["PANDO_TEST_MISSING_CALL"].flatMap(Int32.init) {
      precondition(hostile_answer(call, ENOSYS) == 0)
    }
    if environment["PANDO_TEST_SANDBOX"] == "least" {
      let least = Sandbox(memory: .megabytes(128), openFiles: 0)
      return await print(outcomes(least, [.init("code"), .init("read", "/dev/null")]))
    }
    let site = SandboxSite(folder)
    if environment["PANDO_TEST_SANDBOX"] == "busy" { return await print(keepingThreads()) }
    if environment["PANDO_TEST_SANDBOX"] == "replacing" {
      return await print(replacing(in: site.folder))
    }
    let sandbox: Sandbox? =
      switch environment["PANDO_TEST_SANDBOX"] {
      case "closed": site.closed
      case "best effort": site.bestEffort
      case "connect": site.connect
      case "open": site.open
      default: nil
      }
    await print(outcomes(sandbox, site.deeds))
  }

  /// The paths of the sockets of workers, as their command lines have them.
  private static func sockets(of workers: [HostedWorker]) -> [String] {
    workers.compactMap { worker in
      let path = "/proc/\(worker.processID ?? 0)/cmdline"
      let words = FileManager.default.contents(atPath: path)?.split(separator: 0) ?? []
      return words.map { String(decoding: $0, as: UTF8.self) }.first { $0.hasPrefix("ipc://") }
        .map { String($0.dropFirst("ipc://".count)) }
    }
  }

  /// Has effects keep more threads of a worker than there are processors, for longer than libdispatch takes to look.
  private static func keepingThreads() async -> String {
    let store = Store(initialState: Castle.State()) {
      Castle(Sandbox(memory: .megabytes(512)))
    } withDependencies: {
      $0.hosting = .workers(1)
    }
    await withTaskGroup { group in
      for seconds in 3..<(3 + 2 * ProcessInfo.processInfo.activeProcessorCount) {
        group.addTask {
          await store.send(.intruder(.attemptInEffect(.init("sleep", "", min(seconds, 5)))))
            .finish()
        }
      }
    }
    let (state, workers) = (store.state, store.workers)
    await store.stop()
    return (state.intruder?.effectOutcomes ?? [:]).map { "\($0.key): \($0.value)" }
      .joined(separator: "\n") + workers.map { "\nlost: \($0.restartCount)" }.joined()
  }

  /// Has a worker put a link in the place of one of its folders, and die; then its successor reads what is there.
  private static func replacing(in folder: String) async -> String {
    let inner = "\(folder)/writable/in"
    try? FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    let files = Sandbox.Files(read: [inner], readWrite: ["\(folder)/writable"])
    let store = Store(initialState: Castle.State()) {
      Castle(Sandbox(files: files))
    } withDependencies: {
      $0.hosting = .workers(1)
    }
    let deeds: [Intruder.Deed] = [.init("replace", inner), .init("read", "\(inner)/file")]
    await store.send(.intruder(.attempt(deeds[0]))).finish()
    await store.send(.intruder(.crash)).finish()
    await store.send(.intruder(.attempt(deeds[1]))).finish()
    let (state, workers) = (store.state, store.workers)
    await store.stop()
    return (state.intruder?.outcomes ?? [:]).map { "\($0.key): \($0.value)" }
      .joined(separator: "\n") + workers.map { "\nlost: \($0.restartCount)" }.joined()
  }

  private static func outcomes(_ sandbox: Sandbox?, _ deeds: [Intruder.Deed]) async -> String {
    let store = Store(initialState: Castle.State()) {
      Castle(sandbox)
    } withDependencies: {
      $0.hosting = .workers(1, environment: ["PANDO_TEST_GIVEN": "a secret of the workers"])
    }
    await store.send(.guest(.ask)).finish()
    let sibling = sockets(of: store.workers.filter { $0.sandbox == nil }).first ?? "/nowhere"
    let own = sockets(of: store.workers.filter { $0.sandbox != nil }).first
    // Beside the folder with the worker's socket are those of others that have its sandbox.
    let beside = own.map {
      URL(fileURLWithPath: $0).deletingLastPathComponent().deletingLastPathComponent().path
        + "/beside"
    }
    if let beside { try? Data().write(to: URL(fileURLWithPath: beside)) }
    let ofSockets: [Intruder.Deed] =
      own.map {
        [.init("unlink", sibling), .init("write", "\($0)-more"), .init("unlink", beside ?? "")]
      } ?? []
    for deed in deeds + ofSockets {
      for isOnOwnThread in [false, true] {
        var deed = deed
        deed.isOnOwnThread = isOnOwnThread
        await store.send(.intruder(.attempt(deed))).finish()
      }
      await store.send(.intruder(.attemptInEffect(deed))).finish()
    }
    await store.send(.guest(.ask)).finish()
    let (state, workers) = (store.state, store.workers)
    await store.stop()
    var lines = (state.intruder?.outcomes ?? [:]).map { "\($0.key): \($0.value)" }
    lines += (state.intruder?.effectOutcomes ?? [:]).map { "\($0.key) in an effect: \($0.value)" }
    lines.append("neighbour: \(state.guest.homeOfEffect)")
    for worker in workers {
      lines.append("worker: \(worker.name), \(worker.state), lost \(worker.restartCount)")
      lines += worker.unenforced.map { "unenforced: \($0)" }
    }
    return lines.joined(separator: "\n").replacingOccurrences(of: sibling, with: "sibling")
      .replacingOccurrences(of: beside ?? sibling, with: "beside")
      .replacingOccurrences(of: own ?? sibling, with: "own")
  }
}

/// The things that could be harmed: files, listeners and processes.
private struct SandboxSite {
  let folder: String
  let port = hostile_listen_tcp()
  let otherPort = hostile_listen_tcp()
  private let socket: String
  private let name = "pando-test-\(getpid())"

  init(_ folder: String) {
    self.folder = folder
    socket = "\(folder)/socket-\(getpid())"
    for name in ["secret", "readable", "writable"] {
      try? FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
      try? Data("content".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)/file"))
    }
    precondition(hostile_listen_unix(socket, 0) == 0)
    precondition(hostile_listen_unix(name, 1) == 0)
    precondition(port > 0 && otherPort > 0)
    // Files that the child would inherit if any were.
    _ = Glibc.open("\(folder)/secret/file", O_RDONLY)
  }

  private var files: Sandbox.Files {
    Sandbox.Files(read: ["\(folder)/readable"], readWrite: ["\(folder)/writable"])
  }

  var closed: Sandbox { Sandbox(files: files, memory: .megabytes(512), openFiles: 64) }

  var bestEffort: Sandbox {
    var sandbox = closed
    sandbox.enforcement = .bestEffort
    return sandbox
  }

  var connect: Sandbox {
    Sandbox(files: files, network: .connect(toPorts: [UInt16(port)]), environment: .only(["HOME"]))
  }

  var open: Sandbox {
    Sandbox(
      files: files, network: .unrestricted, processes: .unrestricted, environment: .unrestricted)
  }

  var deeds: [Intruder.Deed] {
    let parent = Int(getpid())
    var deeds: [Intruder.Deed] = []
    for name in ["secret", "readable", "writable"] {
      let file = "\(folder)/\(name)/file"
      for deed in ["read", "write", "chmod", "fchmod", "inotify", "open for nothing"] {
        deeds.append(.init(deed, file))
      }
      deeds.append(.init("list", "\(folder)/\(name)"))
      deeds.append(.init("truncate", file, 7))
      deeds.append(.init("write", "\(folder)/\(name)/new"))
      deeds.append(.init("unlink", "\(folder)/\(name)/new"))
    }
    deeds += [
      .init("read", "/etc/shadow"), .init("read", "/etc/passwd"), .init("list", "/proc"),
      .init("tcp", "", Int(port)), .init("tcp", "", Int(otherPort)),
      .init("fast tcp", "", Int(otherPort)), .init("listen"), .init("udp", "", Int(otherPort)),
      .init("unix", socket), .init("unix", name, 1), .init("socketpair"),
      .init("kill", "", parent), .init("tgkill", "", parent), .init("setown", "", parent),
      .init("ptrace", "", parent), .init("of process", "environ", parent),
      .init("of process", "mem", parent), .init("of process", "maps", parent),
      .init("vm", "", parent), .init("prlimit", "", parent),
      .init("fork"), .init("start", "/usr/bin/true"), .init("exec", "/nowhere"),
      .init("memfd", "name"), .init("code"), .init("io_uring"), .init("unshare"), .init("shm"),
      .init("shared pages", "", 4_096), .init("namespace"), .init("session"),
      .init("setrlimit"), .init("files", "/dev/null", 200), .init("memory", "", 600),
      .init("type"), .init("variable", "HOME"), .init("variable", "PANDO_TEST_FOLDER"),
      .init("variable", "PANDO_TEST_GIVEN"),
      .init("descriptor", "\(folder)/secret/file", 3),
    ]
    return deeds
  }
}
