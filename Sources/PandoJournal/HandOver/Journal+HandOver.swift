import Glibc

extension Journal {
  /// A journal in memory that a store hands over to the next process which opens it: a deploy that loses nothing which has
  /// left the process, without a disk. When the process dies, all is gone.
  ///
  /// Start the new build while the old one runs. It connects to the socket, takes the state and what is owed, and goes on as
  /// after a restart (``Migrating`` too); the old one is told, and ends. A new build that cannot read the state, or dies
  /// before it has it, changes nothing: the old one goes on. Between the two nothing leaves the store, for as long as the
  /// state takes to cross. Effects of the old process end with it, so hosted features are told with
  /// `hosted(interrupted:)`; who waits there for an action that has not committed learns no outcome.
  ///
  /// ```swift
  /// let store = try await Store(journal: .handOver(at: "/run/app/store.sock"), initialState: App.State()) { App() }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The socket, of at most 100 bytes, in a folder of a local disk. Only the same user can connect. Beside it lies
  ///     `PATH.lock`.
  ///   - end: Called once, on a thread of the journal, when another process has the store. Without it the process ends, with
  ///     status 0.
  public static func handOver(
    at path: String, end: (@Sendable () -> Void)? = nil
  ) -> Journal {
    var journal = Journal { HandOverStorage(path: path, whenHandedOver: end ?? { exit(0) }) }
    let onFailure = journal.onFailure
    journal.onFailure = { error in
      // The store was handed over, and `end` is called or has been.
      if case .isOpenElsewhere = error.reason { return }
      onFailure(error)
    }
    return journal
  }
}
