import Logging
import Pando
import PandoHosting
import Synchronization

/// The processes that a store or a pool starts for itself: what is fixed as it begins, whichever of them start later.
struct SpawnedProcesses: Sendable {
  /// The number of the last worker that is one child's.
  private static let number = Atomic<Int>(0)

  private let count: Int
  private let silenceMilliseconds: Int
  private let placementTimeoutMilliseconds: Int
  private let binary: WorkerBinary
  private let start: WorkerStart
  private let confinements = Confinements()

  init(
    _ count: Int, _ silenceMilliseconds: Int, _ placementTimeoutMilliseconds: Int,
    _ make: () throws(SpawnError) -> (WorkerBinary, WorkerStart)
  ) throws(SpawnError) {
    guard count > 0 else {
      throw SpawnError(
        ".workers(\(count)) asks for no worker. Ask for at least one, or use \".inProcess\".")
    }
    try SpawnRefusal.check()
    self.count = count
    self.silenceMilliseconds = silenceMilliseconds
    self.placementTimeoutMilliseconds = placementTimeoutMilliseconds
    (binary, start) = try make()
  }

  /// Returns those of a sandbox, or of none, which do not run yet.
  func backend(_ sandbox: Sandbox?) throws -> PoolBackend {
    let isUnshared = sandbox?.sharing == .never
    var confinement = try sandbox.map { sandbox throws(SpawnError) in
      try confinements.of(sandbox)
    }
    if isUnshared { confinement?.number = Self.number.add(1, ordering: .relaxed).newValue }
    let confined = try confinement.map { confinement throws(SpawnError) in
      try WorkerStart(start, confinedBy: confinement)
    }
    let backend = try Hosting.backend(
      silenceMilliseconds, placementTimeoutMilliseconds, .environment
    ) {
      .spawned(isUnshared ? 1 : count, binary, confined ?? start, try SocketFolder())
    }
    if let confinement, !confinement.gaps.isEmpty {
      backend.logger.warning(
        "the kernel does not enforce all of \(confinement.name): \(confinement.gaps.joined(separator: "; "))",
        metadata: ["sandbox": "\(confinement.sandbox)"])
    }
    return backend
  }
}

/// The sandboxes of processes that start from one place, as the kernel enforces them. What their paths name is looked up
/// once: a worker may put something else there before the next one starts.
private final class Confinements: Sendable {
  private let made = Mutex<[Sandbox: Confinement]>([:])

  func of(_ sandbox: Sandbox) throws(SpawnError) -> Confinement {
    try made.withLock { made throws(SpawnError) in
      if let confinement = made[sandbox] { return confinement }
      let confinement = try Confinement(sandbox)
      made[sandbox] = confinement
      return confinement
    }
  }
}
