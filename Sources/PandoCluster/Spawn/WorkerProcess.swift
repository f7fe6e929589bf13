import CProcess
import Glibc

/// The process of a worker that a program started for itself, which reads what the worker prints.
enum WorkerProcess {
  /// Prepares the process, before it prints anything.
  static func prepare(name: String?) {
    // The program reads from a pipe, to which a line would otherwise go once many are there.
    pando_print_by_lines()
    if let name { ThreadName.setOfProcess(name) }
  }

  /// Clears up at the end of the process, as the program may have been killed, and do it no more: removes its socket and
  /// the folder of that, and ends what it has started.
  static func clearUp(around endpoint: String) {
    SocketFolder.clearUp(after: endpoint)
    endFollowers()
  }

  /// Ends what the process has started.
  static func endFollowers() {
    // A worker that somebody starts by hand is in their session.
    if SpawnMark.isSpawned, getsid(0) == getpid() { ProcessSession.killFollowers(of: getpid()) }
  }
}
