import Glibc

extension Journal {
  /// A journal in memory that a store hands over to the next process which opens it: a deploy that loses nothing which has
  /// left the process, without a disk.
  ///
  /// Start the new build while the old one runs. It connects to the socket, takes the state and what is owed, and goes on as
  /// after a restart (``Migrating`` too), once the old process has ended or 10 seconds are over. A new build that cannot read
  /// the state, or dies before it has it, changes nothing: the old one goes on. Between the two nothing leaves the store:
  /// the state crosses twice, once to be looked at, and a taker that says nothing is waited for 20 seconds at most. Effects
  /// of the old process end with it, so hosted features are told with `hosted(interrupted:)`; who waits there for an action
  /// that is not durable learns no outcome.
  ///
  /// A store that is stopped, or whose process dies, is gone. So a service manager must start the new process before it
  /// stops the old one, and must not start one again that has ended with status 0.
  ///
  /// ```swift
  /// let store = try await Store(journal: .handOver(at: "/run/app/store.sock"), initialState: App.State()) { App() }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The socket, of at most 100 bytes, in a folder of a local disk that only the program's user can write. Beside
  ///     it lie `PATH.lock` and `PATH.holder`. Only the same user, and root, can connect.
  ///   - end: Called once, on a thread of the journal, when another process has the store; that one waits until it has
  ///     returned. Without it the process ends, with status 0.
  public static func handOver(
    at path: String, end: (@Sendable () -> Void)? = nil
  ) -> Journal {
    Journal { HandOverStorage(path: path, whenHandedOver: end) }
  }
}
