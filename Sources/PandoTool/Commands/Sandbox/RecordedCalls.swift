import Foundation
import PandoCluster

/// The calls of a program's workers, from the lines that `strace -f -q -y` prints while the program runs.
///
/// It keeps what was done, never the lines.
struct RecordedCalls {
  /// The recordings by the name of the workers' sandbox; the empty one is that of workers without one.
  private(set) var recordings: [String: Recording] = [:]

  /// A thread of the program or of a process that it started.
  private struct Member {
    /// The name of the worker's sandbox, as in `recordings`; nil outside of workers.
    var sandbox: String?
    /// The folder that it works in, as far as it has been seen.
    var folder = ""
    /// True until a new program has loaded its libraries.
    var isLoading = false
  }

  /// The threads that run, by their numbers.
  private var members: [Int32: Member] = [:]
  /// The first part of calls that another thread's line interrupted.
  private var unfinished: [Int32: String] = [:]
  /// The calls of threads that began before the line that tells who started them.
  private var early: [Int32: [TracedCall]] = [:]
  /// The sockets for streams over the internet, by the names that `strace` gives them.
  private var streams: Set<String> = []

  /// The most of what is kept until another line comes.
  private static let most = 4_096

  /// Takes the next line: `1234 openat(AT_FDCWD</srv>, "a.png", O_RDONLY) = 3</srv/a.png>`.
  mutating func add(_ line: some StringProtocol) {
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    guard let thread = Int32(digits) else { return }
    let text = line[digits.endIndex...].drop { $0 == " " }
    if text.hasPrefix("+++") {
      members[thread] = nil
      unfinished[thread] = nil
      return
    }
    // The first is the program's own.
    if members.isEmpty { members[thread] = Member() }
    // Of others only workers and processes that are started tell something, as those of a compiler's are many.
    let isOutside = members[thread].map { $0.sandbox == nil } ?? false
    let tellsStart = ["clone", "fork", "vfork", "exec", "<... "].contains { text.hasPrefix($0) }
    if isOutside, !tellsStart { return }
    if text.hasSuffix("<unfinished ...>") {
      return unfinished[thread] = String(text.dropLast("<unfinished ...>".count))
    }
    var whole = String(text)
    if text.hasPrefix("<... "), let end = text.range(of: " resumed>") {
      guard let start = unfinished.removeValue(forKey: thread) else { return }
      whole = start + text[end.upperBound...]
    }
    if let call = TracedCall(whole) { add(call, of: thread) }
  }

  /// Takes a call that has ended.
  private mutating func add(_ call: TracedCall, of thread: Int32) {
    if call.name == "execve", call.result == "0", begin(call, thread) { return }
    guard var member = members[thread] else {
      if early.count > Self.most { early = [:] }
      if early[thread, default: []].count < Self.most { early[thread, default: []].append(call) }
      return
    }
    if let folder = call.arguments.first, folder.hasPrefix("AT_FDCWD<") {
      member.folder = TracedCall.place(folder) ?? member.folder
    }
    if call.name == "chdir", call.error == nil {
      member.folder = paths(call, member).first ?? member.folder
    }
    let starts = ["clone", "clone3", "fork", "vfork"].contains(call.name)
    if call.name == "execve", call.result == "0" { member.isLoading = true }
    if starts { member.isLoading = false }
    members[thread] = member
    if let sandbox = member.sandbox { note(call, member, sandbox) }
    // It may be a worker by now, whose starter only then goes on.
    if starts, let child = call.number, child > 0, members[child] == nil {
      members[child] = Member(sandbox: member.sandbox, folder: member.folder)
      for call in early.removeValue(forKey: child) ?? [] { add(call, of: child) }
    }
  }

  /// Begins a worker, where the call started one.
  private mutating func begin(_ call: TracedCall, _ thread: Int32) -> Bool {
    let words = call.arguments.dropFirst().first.map(Self.texts) ?? []
    guard let title = words.first, title.hasPrefix("pando: ") else { return false }
    let (name, sandbox) = WorkerConfinementReport.names(inTitle: title)
    early[thread] = nil
    members[thread] = Member(
      sandbox: sandbox ?? "", folder: members[thread]?.folder ?? "", isLoading: true)
    recordings[sandbox ?? "", default: Recording()].begin(name ?? title, words)
    return true
  }

  /// Returns the texts of a list: `["pando: worker 1", "worker"]`.
  private static func texts(_ list: String) -> [String] {
    // As the arguments of a call they are told apart in the same way.
    let call = TracedCall("list(\(list.dropFirst().dropLast())) = 0")
    return call?.arguments.compactMap(TracedCall.text) ?? []
  }

  /// Records a call of a worker.
  private mutating func note(_ call: TracedCall, _ member: Member, _ sandbox: String) {
    if call.name == "readlink", call.arguments.first == "\"/proc/self/exe\"" {
      let path = call.arguments.dropFirst().first.flatMap(TracedCall.text)
      if let path { recordings[sandbox]?.addOwn(path) }
    }
    for deed in deeds(call, member) {
      if let path = deed.path, isOwn(path, member, sandbox) { continue }
      switch call.error {
      case "EACCES", "EPERM", "ENOSYS":
        recordings[sandbox]?.addRefusal(deed, call.error ?? "")
      case nil, "EINPROGRESS": recordings[sandbox]?.add(deed)
      default:
        // Where nobody listened, the port was tried all the same.
        if case .connect = deed { recordings[sandbox]?.add(deed) }
      }
    }
  }

  /// True for what the process has anyway: its own folder of the system, and the libraries that it is started with.
  private func isOwn(_ path: String, _ member: Member, _ sandbox: String) -> Bool {
    if recordings[sandbox]?.isOwn(path) == true { return true }
    let words = path.split(separator: "/")
    if words.first == "proc", words.count > 1 {
      if ["self", "thread-self"].contains(words[1]) { return true }
      if let other = Int32(words[1]) { return members[other]?.sandbox == member.sandbox }
    }
    let file = words.last ?? ""
    return member.isLoading && (file.hasSuffix(".so") || file.contains(".so."))
  }

  /// Returns what a call does that takes a right.
  private mutating func deeds(_ call: TracedCall, _ member: Member) -> [Deed] {
    let paths = paths(call, member)
    switch call.name {
    case "open", "openat", "openat2", "creat":
      guard let path = paths.first else { return [] }
      let flags = call.arguments.filter { !$0.hasPrefix("\"") }.joined(separator: " ")
      if flags.contains("O_PATH") { return [] }
      let real = call.error == nil ? TracedCall.place(call.result) ?? path : path
      if call.name == "creat" || flags.contains("O_CREAT") { return [.make(real)] }
      let isWritten = ["O_WRONLY", "O_RDWR", "O_TRUNC"].contains { flags.contains($0) }
      if flags.contains("O_ACCMODE") { return [.other("open \(real) without a use for it")] }
      return [isWritten ? .write(real) : .read(real)]
    case "truncate": return paths.map(Deed.write)
    case "unlink", "unlinkat", "mkdir", "mkdirat", "rmdir", "mknod", "mknodat", "rename",
      "renameat", "renameat2", "link", "linkat":
      return paths.map(Deed.make)
    case "symlink", "symlinkat": return paths.suffix(1).map(Deed.make)
    case "chmod", "fchmodat", "fchmodat2", "chown", "lchown", "fchownat", "utimensat", "setxattr":
      return paths.prefix(1).map { .other("\(call.name) of \($0)") }
    case "execve", "execveat": return paths.prefix(1).map(Deed.start)
    case "fork", "vfork": return [.start("")]
    case "clone", "clone3":
      let isThread = call.arguments.contains { $0.contains("CLONE_THREAD") }
      // The C library asks for `clone3` first, and goes on without.
      return isThread || call.error == "ENOSYS" ? [] : [.start("")]
    case "kill", "tgkill", "tkill": return [.signal]
    case "socket", "socketpair", "connect", "bind": return socketDeed(call).map { [$0] } ?? []
    default: return []
    }
  }

  /// Returns what a call does with a socket that takes a right.
  private mutating func socketDeed(_ call: TracedCall) -> Deed? {
    let second = call.arguments.dropFirst().first ?? ""
    let socket = call.arguments.first.flatMap(TracedCall.place) ?? ""
    let isInternet = call.arguments.first?.hasPrefix("AF_INET") == true
    switch call.name {
    case "socket" where isInternet && second.hasPrefix("SOCK_STREAM"):
      guard let made = TracedCall.place(call.result) else { return .stream }
      if streams.count >= Self.most { streams = [] }
      streams.insert(made)
      return nil
    case "socket" where call.arguments.first == "AF_UNIX" && call.error == nil:
      // It does nothing before it is connected or bound.
      return nil
    case "connect", "bind":
      let path = Self.value("sun_path=", second).flatMap(TracedCall.text)
      if call.name == "bind", let path { return .make(path) }
      if streams.contains(socket), let port = Self.port(second) {
        return call.name == "connect" ? .connect(port) : .listen(port)
      }
      return .socket("a socket at \(Self.brief(second))")
    default: return .socket("a socket (\(call.arguments.prefix(2).joined(separator: ", ")))")
    }
  }

  /// Returns the words for the address of a socket.
  private static func brief(_ address: String) -> String {
    for field in ["sun_path=", "sin_addr=", "sin6_addr=", "sa_family="] {
      guard let value = value(field, address) else { continue }
      let port = port(address).map { ", port \($0)" } ?? ""
      return value.prefix(120) + port
    }
    return "an address"
  }

  /// Returns the port of an address: 443 of `{sa_family=AF_INET, sin_port=htons(443)}`.
  private static func port(_ address: String) -> UInt16? {
    guard let start = address.range(of: "_port=htons(")?.upperBound else { return nil }
    return UInt16(address[start...].prefix { $0.isNumber })
  }

  /// Returns what is behind a name in an address.
  private static func value(_ field: String, _ address: String) -> String? {
    guard let start = address.range(of: field)?.upperBound else { return nil }
    return String(address[start...].prefix { $0 != "," && $0 != "}" })
  }

  /// Returns the absolute paths among the arguments of a call.
  private func paths(_ call: TracedCall, _ member: Member) -> [String] {
    var base = member.folder
    var paths: [String] = []
    for argument in call.arguments {
      if let text = TracedCall.text(argument) {
        paths.append(Self.absolute(text, base))
        base = member.folder
      } else if let folder = TracedCall.place(argument) {
        base = folder
      }
    }
    return paths
  }

  /// Returns a path without dots, from the root on.
  private static func absolute(_ path: String, _ base: String) -> String {
    var words: [Substring] = []
    for word in (path.hasPrefix("/") ? path : base + "/" + path).split(separator: "/") {
      if word == ".." { _ = words.popLast() } else if word != "." { words.append(word) }
    }
    return "/" + words.joined(separator: "/")
  }

  /// Returns the folder of a file by its absolute path.
  static func folder(_ path: String) -> String {
    let end = path.lastIndex(of: "/") ?? path.startIndex
    return end == path.startIndex ? "/" : String(path[..<end])
  }
}
