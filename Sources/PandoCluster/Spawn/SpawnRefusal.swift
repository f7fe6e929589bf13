import Glibc
import PandoHosting

/// Decides whether this process may start workers.
enum SpawnRefusal {
  /// Ends a process that was started as a worker and does not know how to be one.
  ///
  /// - Throws: `SpawnError` in a worker.
  static func check() throws(SpawnError) {
    switch SpawnMark.role {
    case .program:
      return
    case .worker:
      throw SpawnError(
        """
        A worker starts no workers of its own. Its features are hosted in the worker itself; \
        leave ".workers(_:)" to the program's "app()".
        """)
    case .stranger(let starter):
      printError(
        """
        error: process \(starter) started this program as a worker, but the program does not know \
        the role. Make its "@main" type a "PandoProgram", or use ".workers(at:)" with workers that \
        are one.
        """)
      // Nothing else of the program may run: it did not ask to be started twice.
      _exit(ProcessEnd.strangerStatus)
    }
  }
}
