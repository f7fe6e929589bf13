import Glibc
import Pando
import PandoHosting
import ZeroMQ

/// Why workers could not be started.
public struct SpawnError: Error, CustomStringConvertible {
  /// A sentence that says what happened, where, and how to mend it.
  public let description: String
  /// True if the next attempt would fail alike.
  let isLasting: Bool

  init(_ description: String) {
    (self.description, isLasting) = (description, false)
  }

  /// The next attempt would fail alike.
  init(lasting description: String) {
    (self.description, isLasting) = (description, true)
  }

  /// A file of a sandbox cannot be used.
  init(sandboxed path: String, errno number: Int32) {
    self.init(
      lasting:
        "\"\(path.printable)\" cannot be in a worker's sandbox: \(String(cString: strerror(number)))"
    )
  }

  /// Somebody else runs the workers, which have children of several programs.
  init(othersWorkersFor sandbox: Sandbox) {
    self.init(
      lasting: """
        a worker for one child alone (\(sandbox)) is one that the program starts itself. Use ".workers(2)" or a \
        "WorkerPool", or declare the sandbox without "sharing: .never".
        """)
  }

  /// A file asks for a worker that is one child's.
  init(unsharedIn path: String) {
    self.init(
      lasting: """
        \(path.printable): a worker that other programs use has as many children as they place on it, so its sandbox is \
        shared. Leave "sharing" out.
        """)
  }

  /// A system call failed just now.
  init(system attempt: String) {
    let number = errno
    self.init("Could not \(attempt): \(String(cString: strerror(number)))")
  }

  /// Workers cannot start in a folder.
  init(folder: String, errno number: Int32) {
    description =
      "Workers cannot start in the folder \"\(folder.printable)\": \(String(cString: strerror(number)))"
    isLasting = true
  }

  /// An executable cannot be run.
  init(executable: String, errno number: Int32) {
    let cause =
      number == EAGAIN
      ? "the system starts no more processes. \(ThreadLimit.mend)"
      : String(cString: strerror(number))
    description = "\(executable) cannot be run: \(cause)"
    isLasting = ![EAGAIN, ENOMEM, EMFILE, ENFILE, EINTR].contains(number)
  }
}
