import CConfinement
import CProcess
import Glibc
import Pando
import PandoHosting

/// A sandbox as the kernel of this machine holds workers to it.
struct Confinement: Sendable {
  let sandbox: Sandbox
  /// The version of Landlock; 0 where there is none that can be used.
  private let landlock: Int32
  private let hasFilter: Bool
  /// The filters that this process has, as a container's, and its workers therefore too.
  let filterCount: Int
  private let places: SandboxPlaces
  /// The parts of the sandbox that are not enforced, in words.
  let gaps: [String]
  /// Which of the processes of the sandbox it is, where each is one child's.
  var number: Int?

  /// The least that a worker starts with.
  static let leastMegabytes = 128
  /// The descriptors that a worker keeps for itself: of its sockets and threads, and those that are left in reserve.
  static let ownDescriptors = 100

  /// - Throws: `SpawnError` where the sandbox makes no sense, or requires what the kernel cannot enforce.
  init(_ sandbox: Sandbox) throws(SpawnError) {
    try Self.check(sandbox)
    let version = pando_landlock_version()
    self.sandbox = sandbox
    landlock = max(0, version)
    hasFilter = pando_filter_is_known() != 0
    gaps = Self.gaps(of: sandbox, landlock: version, hasFilter: hasFilter)
    filterCount = ConfinementCheck.filterCount
    places = try SandboxPlaces(sandbox)
    guard !gaps.isEmpty, sandbox.enforcement == .required else { return }
    throw SpawnError(
      lasting: """
        the kernel cannot enforce the sandbox (\(sandbox)): \(gaps.joined(separator: "; ")). Use a kernel that can, or \
        declare it with "enforcement: .bestEffort".
        """)
  }

  private static func check(_ sandbox: Sandbox) throws(SpawnError) {
    if case .megabytes(let count) = sandbox.memory, count < leastMegabytes {
      throw SpawnError(
        lasting:
          "a sandbox of \(count) MB is too small for a worker, which needs \(leastMegabytes) MB to start."
      )
    }
    if let time = sandbox.processorTime, time < .milliseconds(1) {
      throw SpawnError(lasting: "a sandbox cannot have \(time) of processor time.")
    }
    if let files = sandbox.openFiles, files < 0 {
      throw SpawnError(lasting: "a sandbox cannot have \(files) open files.")
    }
    for path in sandbox.files.read + sandbox.files.readWrite {
      if !path.hasPrefix("/") || path.utf8.contains(0) {
        throw SpawnError(
          lasting: "\"\(path.printable)\" cannot be in a sandbox: it is no absolute path.")
      }
    }
  }

  static func gaps(of sandbox: Sandbox, landlock: Int32, hasFilter: Bool) -> [String] {
    var gaps: [String] = []
    if landlock <= 0 {
      let cause = landlock == 0 ? "" : ": \(String(cString: strerror(-landlock)))"
      gaps.append(
        "files and other processes' memory are not restricted (Landlock cannot be used\(cause))")
    }
    if !hasFilter {
      gaps.append(
        "sockets, processes and other system calls are not restricted (there is no filter of them)")
    }
    if case .connect = sandbox.network, landlock < 4 {
      gaps.append("ports are not restricted (that takes Landlock 4, of Linux 6.7)")
    }
    if sandbox.processes == .unrestricted, landlock < 6 {
      gaps.append("signals are not restricted (that takes Landlock 6, of Linux 6.12)")
    }
    return gaps
  }

  /// The label of a worker for others that has the sandbox; nil where not all of it is enforced.
  var label: String? { gaps.isEmpty ? sandbox.label : nil }

  /// A name of the sandbox, the same in every process, with the number of the one that is meant.
  var name: String { Self.name(of: sandbox) + numberInName }

  /// The end of the name that tells the processes of the sandbox apart.
  var numberInName: String { number.map { ", \($0)" } ?? "" }

  static func name(of sandbox: Sandbox) -> String { "sandbox \(sandbox.digest(digitCount: 4))" }

  /// The choices of a worker's filter; nil where there is none.
  var filter: UInt32? {
    guard hasFilter else { return nil }
    var lets: UInt32 = 0
    switch sandbox.network {
    case .none: break
    case .connect: lets |= UInt32(pando_filter_connects)
    case .unrestricted: lets |= UInt32(pando_filter_sockets)
    }
    if sandbox.processes == .unrestricted { lets |= UInt32(pando_filter_processes) }
    // Landlock 3 came with Linux 6.2.
    if landlock < 3 { lets |= UInt32(pando_filter_refuses_truncate) }
    return lets
  }

  /// Keeps those variables, `NAME=value`, that the sandbox lets a worker have.
  func keeps(_ variable: [CChar]) -> Bool {
    let names: [String]
    switch sandbox.environment {
    case .unrestricted: return true
    case .none: names = []
    case .only(let only): names = only
    }
    // Without it the program may not find its libraries.
    return (names + ["LD_LIBRARY_PATH"]).contains { name in
      variable.starts(with: "\(name)=".utf8CString.dropLast())
    }
  }

  /// The needs of one worker beside its sandbox.
  struct Needs {
    /// The program that it runs.
    var executable: String
    /// The path of the socket that it makes, in a folder of its own; nil where it makes none.
    var socket: String?
    /// The files and folders that it reads.
    var files: [String] = []
    /// The files and folders by which it was started, and which it must not change.
    var guarded: [String] = []
    /// The tcp ports at which it listens.
    var ports: [UInt16] = []
  }

  /// Makes the rules of one worker. The caller closes them.
  ///
  /// - Returns: A descriptor; nil where Landlock cannot be used.
  func makeRules(_ needs: Needs) throws(SpawnError) -> Int32? {
    let folder = needs.socket.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }
    try places.requireUnwritable(
      [needs.executable] + needs.files + needs.guarded + (folder.map { [$0] } ?? []))
    guard landlock > 0 else { return nil }
    let rules = pando_rules_make(landlock, sandbox.network == .unrestricted ? 0 : 1)
    guard rules >= 0 else {
      throw SpawnError(
        "Could not make the rules of a sandbox: \(String(cString: strerror(-rules)))")
    }
    do throws(SpawnError) {
      try allow(needs.executable, [.read, .execute], rules)
      if let socket = needs.socket, let folder {
        try allow(folder, .listen, rules)
        try allow(SocketFolder.lockPath(ofSocket: socket), [.read, .write], rules)
      }
      for file in needs.files { try allow(file, .read, rules) }
      for place in places.all { try allow(place.path, place.descriptor, place.rights, rules) }
      try allowPorts(listeningAt: needs.ports, rules)
    } catch {
      close(rules)
      throw error
    }
    return rules
  }

  private func allowPorts(
    listeningAt listening: [UInt16], _ rules: Int32
  ) throws(SpawnError) {
    guard sandbox.network != .unrestricted, landlock >= 4 else { return }
    var ports = listening.map { (port: $0, rights: pando_may_bind) }
    if case .connect(let others) = sandbox.network {
      ports += others.map { ($0, pando_may_connect) }
    }
    for (port, rights) in ports
    where pando_rules_allow_port(rules, port, UInt32(rights)) != 0 {
      throw SpawnError("Could not allow port \(port) in a sandbox.")
    }
  }

  private func allow(
    _ path: String, _ rights: PlaceRights, _ rules: Int32
  ) throws(SpawnError) {
    let place = open(path, O_PATH | O_CLOEXEC)
    guard place >= 0 else { throw SpawnError(sandboxed: path, errno: errno) }
    defer { close(place) }
    try allow(path, place, rights, rules)
  }

  private func allow(
    _ path: String, _ place: Int32, _ rights: PlaceRights, _ rules: Int32
  ) throws(SpawnError) {
    let failure = pando_rules_allow(rules, landlock, place, rights.rawValue)
    if failure != 0 { throw SpawnError(sandboxed: path, errno: -failure) }
  }

  /// Returns what a child is to do to itself.
  func child(rules: Int32?, ownFolder: Int32) -> pando_confinement {
    var child = pando_confinement()
    child.rules = rules ?? -1
    child.version = landlock
    child.ownFolder = ownFolder
    if case .megabytes(let count) = sandbox.memory {
      child.dataBytes = UInt64(min(count, 1 << 40)) * 1_000_000
    }
    if let files = sandbox.openFiles {
      child.descriptors = UInt64(min(files, Int(Int32.max)) + Self.ownDescriptors)
    }
    // Enough for the file beside its socket.
    if sandbox.files.readWrite.isEmpty { child.fileBytes = 4_096 }
    return child
  }
}

/// The rights on a file or folder, and what is below it.
struct PlaceRights: OptionSet {
  let rawValue: UInt32

  static let read = PlaceRights(rawValue: UInt32(pando_may_read))
  static let write = PlaceRights(rawValue: UInt32(pando_may_write))
  static let execute = PlaceRights(rawValue: UInt32(pando_may_execute))
  static let listen = PlaceRights(rawValue: UInt32(pando_may_listen))
}
