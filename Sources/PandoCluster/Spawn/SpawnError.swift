import Glibc

/// Why workers could not be started.
public struct SpawnError: Error, CustomStringConvertible {
  /// A sentence that says what happened, where, and how to mend it.
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  /// A system call failed just now.
  init(system attempt: String) {
    let number = errno
    description = "Could not \(attempt): \(String(cString: strerror(number)))"
  }
}
