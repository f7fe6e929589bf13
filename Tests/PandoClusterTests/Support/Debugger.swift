import Foundation

/// A debugger in a process of its own: attaches to another process, lets it run, and holds on to it.
///
/// It is a shell that the test becomes no part of, so that it traces with the rights that a person's has.
final class Debugger {
  private let process = Process()

  var processID: Int32 { process.processIdentifier }

  init(_ processID: Int32) throws {
    // `PTRACE_SEIZE` stops nothing, as where a person has said "continue".
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      """
      import ctypes, time, sys
      libc = ctypes.CDLL(None, use_errno=True)
      libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
      if libc.ptrace(0x4206, \(processID), None, None) != 0: sys.exit(1)
      time.sleep(100)
      """,
    ]
    try process.run()
  }

  func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }
}
