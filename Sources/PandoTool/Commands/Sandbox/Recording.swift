import Pando
import PandoCluster

/// A thing that a worker did or tried, by the right that it takes.
enum Deed: Hashable {
  /// A file or folder read.
  case read(String)
  /// A file changed that was there.
  case write(String)
  /// A file made, removed or renamed.
  case make(String)
  /// A connection to a tcp port.
  case connect(UInt16)
  /// A tcp port to listen at.
  case listen(UInt16)
  /// A socket for tcp, refused before anything was done with it.
  case stream
  /// Something else with sockets, in words.
  case socket(String)
  /// A program started, by its path; an empty one for a process without a program of its own.
  case start(String)
  /// A signal sent to a process.
  case signal
  /// Something that no right allows, in words.
  case other(String)

  /// The file that it is about; nil where it is about none.
  var path: String? {
    switch self {
    case .read(let path), .write(let path), .make(let path): path
    default: nil
    }
  }

  /// The deed in words.
  fileprivate var words: String {
    switch self {
    case .read(let path): "open \(path) to read"
    case .write(let path): "open \(path) to write"
    case .make(let path): "make, rename or remove \(path)"
    case .connect(let port): "connect to tcp port \(port)"
    case .listen(let port): "listen at tcp port \(port)"
    case .stream: "make a socket for tcp"
    case .socket(let words): "have \(words)"
    case .start(""): "start a process"
    case .start(let path): "start \(path)"
    case .signal: "send a signal"
    case .other(let words): words
    }
  }

  /// The right that it takes, as a declaration has it; nil where there is none.
  fileprivate var right: String? {
    switch self {
    // Another process's files are not for a worker, and the next time it has another number.
    case _ where path?.hasPrefix("/proc/") == true: nil
    case .read(let path): "files: .read([\(path.debugDescription)])"
    case .write(let path): "files: .readWrite([\(path.debugDescription)])"
    case .make(let path): "files: .readWrite([\(RecordedCalls.folder(path).debugDescription)])"
    case .connect(let port): "network: .connect(toPorts: [\(port)])"
    case .stream: "network: .connect(toPorts: [PORT])"
    case .listen, .socket: "network: .unrestricted"
    case .start, .signal: "processes: .unrestricted"
    case .other: nil
    }
  }
}

/// The deeds of all workers of one sandbox.
struct Recording {
  /// A deed that the system refused.
  struct Refusal: Hashable {
    /// The thing that was tried.
    var deed: Deed
    /// The error's name: `EACCES`.
    var error: String
  }

  /// The names of the workers.
  private(set) var workers: Set<String> = []
  /// The files and folders that a worker has for itself: its socket's, and its executable.
  private var own: Set<String> = []
  /// The tcp ports at which workers hear their clients.
  private var ownPorts: Set<UInt16> = []
  /// The files and folders that were read.
  private var read: Set<String> = []
  /// The files that were changed, and the folders in which files were made or removed.
  private var written: Set<String> = []
  /// The tcp ports that were connected to.
  private var ports: Set<UInt16> = []
  /// The uses of sockets that only an unrestricted network allows, in words.
  private(set) var sockets: Set<String> = []
  /// The paths of the programs that were started, and an empty one for processes without a program of their own.
  private(set) var programs: Set<String> = []
  /// The deeds that the system refused.
  private(set) var refusals: Set<Refusal> = []

  /// The most files that are told apart; of more, their folders are.
  private static let mostPaths = 4_096
  /// The most of anything else, beyond which nothing is added.
  private static let mostOthers = 1_024
  /// The files of one folder that are named; with more the folder is.
  private static let mostInFolder = 16
  /// The files that each worker asks for, and does without.
  private static let dispensable: Set<String> = ["/etc/nsswitch.conf", "/etc/protocols"]

  /// Begins a worker, with its command line.
  mutating func begin(_ name: String, _ words: [String]) {
    Self.insert(name, &workers)
    for word in words {
      if word.hasPrefix("ipc:///") {
        let path = String(word.dropFirst("ipc://".count))
        // Only a folder that was made for sockets is the worker's.
        addOwn(path.contains("/pando-") ? RecordedCalls.folder(path) : path)
      } else if word.hasPrefix("tcp://"), let port = word.split(separator: ":").last {
        if let port = UInt16(port) { ownPorts.insert(port) }
      }
    }
  }

  /// Adds a file or folder that a worker has for itself.
  mutating func addOwn(_ path: String) { Self.insert(path, &own) }

  /// True for a file that a worker has for itself.
  func isOwn(_ path: String) -> Bool {
    Self.isBelow(path, own) || (path.hasSuffix(".lock") && own.contains(String(path.dropLast(5))))
  }

  /// Adds what a worker has done.
  mutating func add(_ deed: Deed) {
    switch deed {
    case .read(let path): Self.insert(path: path, &read)
    case .write(let path): Self.insert(path: path, &written)
    case .make(let path): Self.insert(path: RecordedCalls.folder(path), &written)
    case .connect(let port): ports.insert(port)
    case .listen(let port) where ownPorts.contains(port): break
    case .listen, .socket: Self.insert(deed.words, &sockets)
    case .start(let path): Self.insert(path, &programs)
    case .stream, .signal, .other: break
    }
  }

  /// Adds what a worker has tried.
  mutating func addRefusal(_ deed: Deed, _ error: String) {
    if let path = deed.path, Self.dispensable.contains(path) { return }
    Self.insert(Refusal(deed: deed, error: error), &refusals)
  }

  /// Inserts while there is room.
  private static func insert<Value>(_ value: Value, _ set: inout Set<Value>) {
    if set.count < mostOthers { set.insert(value) }
  }

  /// Inserts a path, and makes room by folders.
  private static func insert(path: String, _ paths: inout Set<String>) {
    paths.insert(path)
    guard paths.count > mostPaths else { return }
    let folders = Dictionary(grouping: paths, by: RecordedCalls.folder).filter { $0.key != "/" }
    guard
      let (folder, files) = folders.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) })
    else { return }
    paths.subtract(files)
    paths.insert(folder)
  }

  /// Returns the files that each worker may use without a right.
  typealias Places = (_ hasNetwork: Bool, _ hasProcesses: Bool, _ isWritable: Bool) -> [String]

  /// Returns the sandbox with the rights that were used.
  func sandbox(_ places: Places = SandboxReport.runningPlaces) -> Sandbox {
    var sandbox = Sandbox()
    if !ports.isEmpty { sandbox.network = .connect(toPorts: ports.sorted()) }
    if !sockets.isEmpty { sandbox.network = .unrestricted }
    if !programs.isEmpty { sandbox.processes = .unrestricted }
    func rest(_ paths: Set<String>, isWritable: Bool) -> [String] {
      let given = Set(places(sandbox.network != .none, !programs.isEmpty, isWritable))
      return Self.folded(paths.filter { !Self.isBelow($0, given) })
    }
    sandbox.files.readWrite = rest(written, isWritable: true)
    let both = Set(sandbox.files.readWrite)
    // The system's list of processes is looked at by each worker, which does without it.
    let read = read.subtracting(Self.dispensable).subtracting(["/proc"])
    sandbox.files.read = rest(read, isWritable: false).filter { !Self.isBelow($0, both) }
    return sandbox
  }

  /// Returns the paths in their order, with folders in place of many files, and none below another.
  private static func folded(_ paths: Set<String>) -> [String] {
    let folders = Dictionary(grouping: paths, by: RecordedCalls.folder)
    let named = Set(
      folders.flatMap { folder, paths in
        paths.count > mostInFolder && folder != "/" ? [folder] : paths
      })
    return named.filter { path in !isBelow(RecordedCalls.folder(path), named) || path == "/" }
      .sorted()
  }

  /// True where the path or a folder that it is in is among the places.
  private static func isBelow(_ path: String, _ places: Set<String>) -> Bool {
    var path = path
    while !places.contains(path) {
      if path == "/" { return false }
      path = RecordedCalls.folder(path)
    }
    return true
  }

  /// Returns the refused calls, each with the right that it takes.
  func refusalLines(isSandboxed: Bool) -> [String] {
    refusals.map { refusal in
      let advice =
        if !isSandboxed {
          "the program's user may not do it, with or without a sandbox"
        } else if let right = refusal.deed.right {
          "give it `\(right)`"
        } else {
          "no right allows it"
        }
      return "\(refusal.deed.words): \(refusal.error); \(advice)"
    }.sorted()
  }
}
