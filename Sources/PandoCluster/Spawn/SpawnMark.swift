import Glibc
import Synchronization

/// The mark that a process carries which was started to be a worker.
///
/// A program that does not know the worker's role runs as itself when it is started as a worker, and
/// would start workers of its own, which do the same without end. The mark tells such a process apart:
/// a worker takes the mark off when it adopts its role.
package enum SpawnMark {
  /// The environment variable that holds the process id of whoever started the worker.
  static let variable = "PANDO_WORKER_OF"

  /// The role of this process, as far as starting workers goes.
  enum Role: Equatable {
    /// It may start workers.
    case program
    /// It is a worker, which starts none.
    case worker
    /// It was started as a worker, and did not become one.
    case stranger(startedBy: String)
  }

  private static let isAdopted = Atomic<Bool>(false)
  private static let wasMarked = Atomic<Bool>(false)

  /// True if a program started this process to be its worker.
  package static var isSpawned: Bool {
    wasMarked.load(ordering: .acquiring) || getenv(variable) != nil
  }

  /// True if the mark is that of the process which started this one, and has not been taken off.
  static var isOfParent: Bool {
    getenv(variable).map { String(cString: $0) } == "\(getppid())"
  }

  static var role: Role {
    if isAdopted.load(ordering: .acquiring) { return .worker }
    guard let starter = getenv(variable) else { return .program }
    return .stranger(startedBy: String(cString: starter))
  }

  /// Makes this process a worker. Called once, before it does anything else.
  package static func adopt() {
    if getenv(variable) != nil { wasMarked.store(true, ordering: .releasing) }
    isAdopted.store(true, ordering: .releasing)
    // What the worker starts is no worker.
    unsetenv(variable)
  }
}
