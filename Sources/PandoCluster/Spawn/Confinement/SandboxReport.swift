import CConfinement
import Foundation
import Glibc
package import Pando
import PandoHosting

/// The parts of a sandbox, and what enforces each on this machine.
package struct SandboxReport: Codable, Sendable {
  /// One right, or the lack of it.
  package struct Right: Codable, Sendable {
    /// The right's name in a declaration: `files`.
    package var name: String
    /// The things that are allowed, in words.
    package var value: String
    /// The means that hold a worker to it, in words.
    package var enforcement: String
  }

  /// The version of Landlock; 0 where there is none that can be used.
  package var landlock: Int
  /// True if the kernel filters system calls.
  package var hasFilter: Bool
  /// The label of workers with the sandbox that others run; nil where no sandbox was asked about.
  package var label: String?
  /// The rights; none where no sandbox was asked about.
  package var rights: [Right] = []
  /// The parts that are not enforced, and why workers would not start, in words.
  package var problems: [String] = []

  /// The means of this machine. Its problems are those of sandboxes of all kinds.
  package init() {
    landlock = Int(max(0, pando_landlock_version()))
    hasFilter = pando_filter_is_known() != 0
    problems =
      Self.gaps(Sandbox(network: .connect(toPorts: []), processes: .unrestricted), hasFilter)
  }

  /// Returns what this kernel does not enforce of a sandbox.
  private static func gaps(_ sandbox: Sandbox, _ hasFilter: Bool) -> [String] {
    Confinement.gaps(of: sandbox, landlock: pando_landlock_version(), hasFilter: hasFilter)
  }

  /// The rights of a sandbox, and what of them this machine enforces.
  package init(_ sandbox: Sandbox) {
    self.init()
    label = sandbox.label
    problems = Self.gaps(sandbox, hasFilter)
    var startable = sandbox
    startable.enforcement = .bestEffort
    do throws(SpawnError) { _ = try Confinement(startable) } catch { problems.append("\(error)") }
    let landlock = landlock > 0 ? "Landlock \(landlock)" : "nothing"
    let filter = hasFilter ? "the filter of system calls" : "nothing"
    func add(_ name: String, _ value: String, _ enforcement: String) {
      rights.append(Right(name: name, value: value.printable, enforcement: enforcement))
    }
    let read = sandbox.files.read.map { "\($0) to read" }
    let written = sandbox.files.readWrite.map { "\($0) to read and write" }
    add("files", Self.list(read + written), landlock)
    switch sandbox.network {
    case .none: add("network", "none", filter)
    case .connect(let ports):
      let numbers = ports.map { "\($0)" }.joined(separator: ", ")
      add("network", "tcp connections to ports \(numbers)", "\(filter), and \(landlock) for ports")
    case .unrestricted: add("network", "unrestricted", "nothing to enforce")
    }
    switch sandbox.memory {
    case .megabytes(let count): add("memory", "\(count) MB", "the limit of data (RLIMIT_DATA)")
    case .unrestricted: add("memory", "unrestricted", "nothing to enforce")
    }
    if let time = sandbox.processorTime {
      add(
        "processorTime", "\(time)",
        "the program that starts the worker, which measures and ends it; one with --sandbox is believed when it is done"
      )
    }
    if let files = sandbox.openFiles {
      let all = min(files, Int(Int32.max)) + Confinement.ownDescriptors
      add("openFiles", "\(files)", "the limit of descriptors (RLIMIT_NOFILE, \(all))")
    }
    switch sandbox.processes {
    case .none: add("processes", "none", filter)
    case .unrestricted:
      add("processes", "those with the same rights", "\(landlock), for signals and what they open")
    }
    let start = "the program that starts the worker, which gives it no others"
    switch sandbox.environment {
    case .none: add("environment", "none", start)
    case .only(let names): add("environment", Self.list(names), start)
    case .unrestricted: add("environment", "unrestricted", "nothing to enforce")
    }
    if sandbox.sharing == .never {
      add("sharing", "a process for each child", "the program that starts the worker")
    }
    add("capabilities", "none", "the program that starts the worker, with no_new_privs")
  }

  /// Returns the things with commas between them.
  private static func list(_ words: [String]) -> String {
    words.isEmpty ? "none" : words.joined(separator: ", ")
  }

  /// Returns the files that workers have without a right, with links resolved: the paths that may be read, or with
  /// `isWritable` those that may be written.
  package static func runningPlaces(
    hasNetwork: Bool = false, hasProcesses: Bool = false, isWritable: Bool = false
  ) -> [String] {
    var running = RunningPlaces.current
    if hasNetwork { running.addNetwork() }
    if hasProcesses { running.addPrograms() }
    let places = running.places.filter { !isWritable || $0.rights.contains(.write) }
    return places.flatMap { place -> [String] in
      guard let real = realpath(place.path, nil) else { return [place.path] }
      defer { free(real) }
      return [place.path, String(cString: real)]
    }
  }
}

/// The things that the kernel says of the confinement of a process.
package struct WorkerConfinementReport: Codable, Sendable {
  /// The number of the process.
  package var processID: Int32
  /// The worker's name, as `ps` shows it; nil where it is no worker of Pando.
  package var name: String?
  /// The name of its sandbox; nil where it has none.
  package var sandbox: String?
  /// The number of its threads.
  package var threadCount = 0
  /// The threads that are not confined, each in a sentence, sixteen at most.
  package var problems: [String] = []
  /// The limits that matter, by the kernel's names for them.
  package var limits: [String: String] = [:]

  /// Looks at a process; nil where there is none with this number.
  ///
  /// Complexity: reads a file for each thread of the process.
  package init?(of processID: Int32) {
    self.processID = processID
    let folder = "/proc/\(processID)"
    guard processID > 0,
      let threads = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/task"),
      !threads.isEmpty
    else { return nil }
    let words = KernelFile.text("\(folder)/cmdline")?.split(separator: "\0", maxSplits: 1)
    let title = words?.first.map { String($0).printable } ?? ""
    (name, sandbox) = Self.names(inTitle: title)
    let least = pando_filter_is_known() == 0 ? 0 : ConfinementCheck.filterCount + 1
    for thread in threads.sorted() {
      guard let status = KernelFile.text("\(folder)/task/\(thread)/status") else { continue }
      threadCount += 1
      if let problem = ConfinementCheck.problem(status: status, least), problems.count < 16 {
        problems.append("thread \(thread) \(problem)")
      }
    }
    for line in (KernelFile.text("\(folder)/limits") ?? "").split(separator: "\n") {
      for name in ["Max data size", "Max file size", "Max open files"] where line.hasPrefix(name) {
        let value = line.dropFirst(name.count).split(separator: " ").first
        limits[name] = value.map(String.init)
      }
    }
  }

  /// Returns the name of a worker and that of its sandbox, as the first word of its command line has them:
  /// `pando: worker 1 in sandbox ab12 of MyApp`.
  package static func names(inTitle title: String) -> (name: String?, sandbox: String?) {
    guard title.hasPrefix("pando: ") else { return (nil, nil) }
    let words = title.dropFirst("pando: ".count)
    let end = words.range(of: " of ", options: .backwards)?.lowerBound ?? words.endIndex
    let name = words[..<end]
    guard let mark = name.range(of: " in sandbox ", options: .backwards) else {
      return (String(name), nil)
    }
    return (String(name), "sandbox \(name[mark.upperBound...].prefix { $0.isHexDigit })")
  }
}
