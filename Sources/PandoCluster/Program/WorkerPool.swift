public import Pando
import PandoHosting
import Synchronization

/// Workers that the stores of a program share.
///
/// A server that has a store for each of its users makes one pool, and gives it to each of them:
///
/// ```swift
/// let pool = WorkerPool(2)
///
/// let store = Store(initialState: Session.State()) {
///   Session()
/// } withDependencies: {
///   $0.hosting = .pool(pool)
/// }
/// ```
///
/// A worker reduces for one store after the other, a batch at a time, so that none waits for more than that of another. The
/// stores commit independently: one whose reducer or observer is slow does not hold up the others. When a worker crashes
/// in a child of one store, the children of the others go on at another worker, and nothing of theirs is suspected.
/// Children with the same key of `.hosted(placement: .affinity(by:))` are on the same worker, of whatever store they are.
///
/// Children of a sandbox that is not shared (`Sandbox.Sharing.never`) have processes of their store's own.
///
/// The workers start with the first store, and end when nobody holds the pool, or a store that uses it, any more.
public final class WorkerPool: Sendable {
  private enum Standing {
    case idle
    case running(SpawnedProcesses, [Sandbox?: SharedWorkers])
    case stopped([SharedWorkers])

    var shared: [SharedWorkers] {
      switch self {
      case .idle: []
      case .running(_, let shared): Array(shared.values)
      case .stopped(let shared): shared
      }
    }
  }

  private let make: @Sendable () throws(SpawnError) -> SpawnedProcesses
  private let standing = Mutex(Standing.idle)

  private init(
    _ count: Int, _ silenceMilliseconds: Int, _ placementTimeoutMilliseconds: Int,
    _ start: @escaping @Sendable () throws(SpawnError) -> (WorkerBinary, WorkerStart)
  ) {
    make = { () throws(SpawnError) in
      try SpawnedProcesses(count, silenceMilliseconds, placementTimeoutMilliseconds, start)
    }
  }

  /// Worker processes of this program's own binary, as those of `.workers(2)`.
  ///
  /// - Parameters:
  ///   - count: How many processes.
  ///   - environment: Variables beside the program's own, or in place of them.
  ///   - arguments: Words for the program's own code, which stand behind `--` in the worker's `CommandLine.arguments`.
  ///   - workingDirectory: The folder in which the workers start; nil for the program's.
  ///   - silenceMilliseconds: How long a worker may leave a question unanswered before it is killed and replaced.
  ///   - placementTimeoutMilliseconds: How long a child waits for a worker before its actions fail.
  public convenience init(
    _ count: Int, environment: [String: String] = [:], arguments: [String] = [],
    workingDirectory: String? = nil, silenceMilliseconds: Int = 10_000,
    placementTimeoutMilliseconds: Int = 30_000
  ) {
    self.init(count, silenceMilliseconds, placementTimeoutMilliseconds) {
      () throws(SpawnError) in
      (.own, try WorkerStart(environment: environment, arguments, in: workingDirectory))
    }
  }

  /// Worker processes of another program, which lists the same features.
  ///
  /// - Parameters:
  ///   - count: How many processes.
  ///   - executable: The path of the program's binary.
  ///   - environment: Variables beside this program's own, or in place of them.
  ///   - arguments: Words for the other program's own code, behind `--` on its command line.
  ///   - workingDirectory: The folder in which the workers start; nil for this program's.
  ///   - silenceMilliseconds: How long a worker may leave a question unanswered before it is killed and replaced.
  ///   - placementTimeoutMilliseconds: How long a child waits for a worker before its actions fail.
  public convenience init(
    _ count: Int, executable: String, environment: [String: String] = [:],
    arguments: [String] = [], workingDirectory: String? = nil, silenceMilliseconds: Int = 10_000,
    placementTimeoutMilliseconds: Int = 30_000
  ) {
    self.init(count, silenceMilliseconds, placementTimeoutMilliseconds) {
      () throws(SpawnError) in
      (
        .other(path: executable),
        try WorkerStart(environment: environment, arguments, in: workingDirectory)
      )
    }
  }

  deinit {
    if case .running(_, let shared) = standing.withLock({ $0 }) {
      for workers in shared.values { workers.stop() }
    }
  }

  /// The workers as they are now; none before the first store begins. `childCount` and `commitCount` are of all stores.
  public var workers: [HostedWorker] {
    guard case .running(_, let shared) = standing.withLock({ $0 }) else { return [] }
    // Those without a sandbox first.
    let inOrder = shared.sorted { ($0.key?.description ?? "") < ($1.key?.description ?? "") }
    return inOrder.flatMap(\.value.backend.workers)
  }

  /// Ends the workers, and returns when their processes have ended. The hosted children of stores that still use the pool
  /// lose their workers and get no others, but for those with a process of their own, which is their store's.
  public func finish() async {
    let (shared, isFirst) = standing.withLock { standing -> ([SharedWorkers], Bool) in
      let shared = standing.shared
      if case .stopped = standing { return (shared, false) }
      standing = .stopped(shared)
      return (shared, true)
    }
    if isFirst { for workers in shared { workers.stop() } }
    for workers in shared { await workers.finish() }
  }

  /// Returns the place of a store that is to begin.
  func makeStore() -> any HostingBackend {
    SandboxedBackend(.pool) { [self] sandbox in
      if let sandbox, sandbox.sharing == .never {
        return try processes().backend(sandbox)
      }
      let shared = try workers(of: sandbox)
      guard let store = shared.makeStore(owner: self) else {
        throw SpawnError("the pool has had too many stores")
      }
      return store
    }
  }

  /// Returns what starts workers. Those that are one child's are its store's, and no others of the pool.
  private func processes() throws -> SpawnedProcesses {
    try standing.withLock { try begin(&$0).0 }
  }

  private func begin(
    _ standing: inout Standing
  ) throws -> (SpawnedProcesses, [Sandbox?: SharedWorkers]) {
    if case .idle = standing { standing = .running(try make(), [:]) }
    guard case .running(let processes, let shared) = standing else {
      throw SpawnError("the pool has been stopped")
    }
    return (processes, shared)
  }

  /// Returns the workers of a sandbox, which begin with the first store that asks for them.
  private func workers(of sandbox: Sandbox?) throws -> SharedWorkers {
    try standing.withLock { standing in
      var (processes, shared) = try begin(&standing)
      if let workers = shared[sandbox] { return workers }
      let workers = SharedWorkers(try processes.backend(sandbox))
      shared[sandbox] = workers
      standing = .running(processes, shared)
      return workers
    }
  }
}

extension Hosting {
  /// In the workers of a pool, which other stores of the program use as well.
  public static func pool(_ pool: WorkerPool) -> Hosting {
    if let override = HostingOverride.current { return override.hosting }
    return Hosting { pool.makeStore() }
  }
}
