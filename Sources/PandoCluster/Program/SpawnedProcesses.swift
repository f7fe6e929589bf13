import Logging
import Pando
import PandoHosting

/// The processes that a store or a pool starts for itself: what is fixed as it begins, whichever of them start later.
struct SpawnedProcesses: Sendable {
  private let count: Int
  private let silenceMilliseconds: Int
  private let placementTimeoutMilliseconds: Int
  private let binary: WorkerBinary
  private let start: WorkerStart

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
  func backend(_ sandbox: Sandbox?, tellsOfStore: Bool) throws -> PoolBackend {
    let confinement = try sandbox.map { sandbox throws(SpawnError) in try Confinement(sandbox) }
    let confined = try confinement.map { confinement throws(SpawnError) in
      try WorkerStart(start, confinedBy: confinement)
    }
    let backend = try Hosting.backend(
      silenceMilliseconds, placementTimeoutMilliseconds, .environment, tellsOfStore: tellsOfStore
    ) {
      .spawned(count, binary, confined ?? start, try SocketFolder())
    }
    if let confinement, !confinement.gaps.isEmpty {
      backend.logger.warning(
        "the kernel does not enforce all of \(confinement.name): \(confinement.gaps.joined(separator: "; "))",
        metadata: ["sandbox": "\(confinement.sandbox)"])
    }
    return backend
  }
}
