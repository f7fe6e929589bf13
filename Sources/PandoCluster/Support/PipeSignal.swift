import Glibc

/// The signal that ends a process which writes to a reader that has gone.
package enum PipeSignal {
  /// Lets such a write fail, and nothing more. A function, and not SIG_IGN, which what the process starts would
  /// inherit.
  package static func disarm() { signal(SIGPIPE) { _ in } }
}
