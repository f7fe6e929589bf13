/// The rights of a hosted feature on its worker. What is not given is not there.
///
/// ```swift
/// extension Sandbox {
///   static let parser = Sandbox(memory: .megabytes(512), openFiles: 64)
/// }
///
/// Preview().hosted(sandbox: .parser)
/// ```
///
/// Workers that a program starts itself, by `.workers(2)` or a `WorkerPool`, host features of one sandbox each, and the
/// kernel holds them to it: Landlock for files, ports and signals, a filter of system calls for what is beyond files. Each
/// thread is held, from before the first action; the program's own `prepareWorker` runs before the filter, and so may
/// open sockets that the feature may not. Names of files, their sizes and dates can be seen everywhere. Of workers that
/// others run, those host the feature that were started with `--sandbox` and the same rights.
///
/// Where the kernel cannot enforce all of it, or nobody runs such a worker, the feature is not hosted, and its actions fail
/// with the reason; ``Enforcement/bestEffort`` has it hosted, and says what is missing. In a test and in a preview a store
/// hosts it in its own process, without any of it.
public struct Sandbox: Hashable, Sendable {
  /// The files beside those that a process needs to run.
  public struct Files: Hashable, Sendable {
    /// The files and folders that may be read, with what is below them.
    public var read: [String]
    /// The files and folders that may be read and written, with what is below them.
    public var readWrite: [String]

    /// Files and folders by absolute paths, which must be there when a worker starts.
    public init(read: [String] = [], readWrite: [String] = []) {
      self.read = read
      self.readWrite = readWrite
    }

    /// No files.
    public static let none = Files()

    /// Files and folders to read.
    public static func read(_ paths: [String]) -> Files { Files(read: paths) }

    /// Files and folders to read and write.
    public static func readWrite(_ paths: [String]) -> Files { Files(readWrite: paths) }
  }

  /// The sockets that may be had.
  public enum Network: Hashable, Sendable {
    /// No sockets of any kind.
    case none
    /// Streams over tcp to these ports of any address. Names are not resolved, as that takes other sockets.
    case connect(toPorts: [UInt16])
    /// Every socket, those of the machine's services among them, which may do what the feature may not.
    case unrestricted
  }

  /// The memory of a worker.
  public enum Memory: Hashable, Sendable {
    /// So many million bytes of data at most, stacks included; at least 128. A worker that needs more crashes.
    case megabytes(Int)
    /// As much as the program may have.
    case unrestricted
  }

  /// Other processes.
  public enum Processes: Hashable, Sendable {
    /// None is started, and none gets a signal.
    case none
    /// The programs of the system may be started; they have the same rights.
    case unrestricted
  }

  /// The variables of the environment.
  public enum Environment: Hashable, Sendable {
    /// None of the program's, nor those that its workers are given.
    case none
    /// The variables with these names.
    case only([String])
    /// All of them.
    case unrestricted
  }

  /// The children that a worker has.
  public enum Sharing: Hashable, Sendable {
    /// As many children of the sandbox as there are for it.
    case allowed
    /// One, with a process of its own, which ends with it. Another process waits for the next child, but not in a pool.
    case never
  }

  /// The answer where the kernel cannot enforce all of it.
  public enum Enforcement: Hashable, Sendable {
    /// The feature is not hosted.
    case required
    /// The feature is hosted, and the log says once what is not enforced, as ``HostedWorker/unenforced`` does.
    case bestEffort
  }

  /// The files beside those that a process needs to run.
  public var files: Files
  /// The sockets that may be had.
  public var network: Network
  /// The memory.
  public var memory: Memory
  /// The processor time that a worker may take for one action or effect; nil for any. The worker is ended then, and the
  /// children on it fare as where a reducer hangs.
  ///
  /// It counts from the last answer to an action of any child of the worker, or the last time that it rested. So an effect
  /// that computes without end is found once the others of its worker are quiet: name ``Sharing/never`` to have none.
  public var processorTime: Duration?
  /// The number of descriptors that a worker may have beside the hundred that it keeps for itself; nil for the program's
  /// limit.
  public var openFiles: Int?
  /// Other processes.
  public var processes: Processes
  /// The variables of the environment.
  public var environment: Environment
  /// The children that a worker has.
  public var sharing: Sharing
  /// The answer where the kernel cannot enforce all of it.
  public var enforcement: Enforcement

  /// A sandbox with these rights; none where none are named.
  public init(
    files: Files = .none, network: Network = .none, memory: Memory = .unrestricted,
    processorTime: Duration? = nil, openFiles: Int? = nil, processes: Processes = .none,
    environment: Environment = .none, sharing: Sharing = .allowed,
    enforcement: Enforcement = .required
  ) {
    self.files = files
    self.network = network
    self.memory = memory
    self.processorTime = processorTime
    self.openFiles = openFiles
    self.processes = processes
    self.environment = environment
    self.sharing = sharing
    self.enforcement = enforcement
  }
}

extension Sandbox: CustomStringConvertible {
  /// The rights on one line. Equal sandboxes have equal ones.
  public var description: String {
    let rights: [(String, String)] = [
      ("read", Self.list(files.read)), ("write", Self.list(files.readWrite)),
      ("network", network.description), ("memory", memory.description),
      ("processor time", processorTime.map { "\($0)" } ?? ""),
      ("open files", openFiles.map { "\($0)" } ?? ""),
      ("processes", processes == .none ? "" : "yes"), ("environment", environment.description),
      ("", sharing == .allowed ? "" : "unshared"),
      ("", enforcement == .required ? "" : "best effort"),
    ]
    let named = rights.filter { !$0.1.isEmpty }.map { $0.0.isEmpty ? $0.1 : "\($0.0) \($0.1)" }
    return named.isEmpty ? "no rights" : named.joined(separator: "; ")
  }

  private static func list(_ words: [String]) -> String {
    words.map { $0.debugDescription }.joined(separator: ", ")
  }
}

extension Sandbox.Network {
  fileprivate var description: String {
    switch self {
    case .none: ""
    case .connect(let ports): "tcp " + ports.map(String.init).joined(separator: ", ")
    case .unrestricted: "yes"
    }
  }
}

extension Sandbox.Memory {
  fileprivate var description: String {
    switch self {
    case .megabytes(let count): "\(count) MB"
    case .unrestricted: ""
    }
  }
}

extension Sandbox.Environment {
  fileprivate var description: String {
    switch self {
    case .none: ""
    case .only(let names): names.map { $0.debugDescription }.joined(separator: ", ")
    case .unrestricted: "all"
    }
  }
}
