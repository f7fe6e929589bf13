import Glibc
import PandoHosting

/// A program that runs under `strace`, as a child of this process.
enum TracedProgram {
  /// The longest line that is read. One has the words of a command line at most.
  private static let mostBytes = 1 << 20
  /// The time behind the program's end after which those are left alone that it has left running.
  private static let patience = Duration.seconds(10)

  /// Runs a program to its end, and hands out each line of `strace`.
  ///
  /// - Parameter printsToError: True where its standard output is to be this process's standard error.
  /// - Returns: The exit status of the program; 128 and the signal's number where one ended it.
  static func run(
    _ command: [String], printsToError: Bool, _ body: (Substring) -> Void
  ) throws(ChildProgram.Failure) -> Int32 {
    guard let strace = find("strace") else {
      throw ChildProgram.Failure(
        sentence: """
          "strace" is not in PATH. It is in the package strace: apt-get install strace, or dnf install strace.
          """, status: 69)
    }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else {
      throw ChildProgram.Failure("open a pipe", errno, status: 1)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    ProgramSignals.take()
    // Its own end of the pipe is opened by `strace`, so that the program inherits nothing. Calls that a worker's filter
    // refuses are not seen with --seccomp-bpf.
    let arguments =
      [
        strace, "-D", "-f", "-q", "-y", "-s", "512", "-e", "signal=none", "-e",
        "trace=%file,%process,socket,socketpair,connect,bind,kill,tgkill,tkill",
        "-o", "/proc/\(getpid())/fd/\(ends[1])", "--",
      ] + command
    let process: pid_t
    do throws(ChildProgram.Failure) {
      process = try ChildProgram.spawn(
        arguments, moving: printsToError ? [(STDERR_FILENO, STDOUT_FILENO)] : [], failureStatus: 1)
    } catch {
      close(ends[1])
      throw error
    }
    ProgramSignals.begin(process)
    return follow(process, ends, body)
  }

  /// Reads lines until the program and what it started have ended; returns the program's exit status.
  private static func follow(
    _ process: pid_t, _ ends: [Int32], _ body: (Substring) -> Void
  ) -> Int32 {
    var status: Int32?
    var end = ContinuousClock.now
    var rest: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var ready = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
      if unsafe poll(&ready, 1, 100) > 0 {
        let count = unsafe read(ends[0], &bytes, bytes.count)
        if count == 0 { break }
        rest += bytes.prefix(max(0, count))
        if let end = rest.lastIndex(of: UInt8(ascii: "\n")) {
          let text = String(decoding: rest[..<end], as: UTF8.self)
          for line in text.split(separator: "\n") { body(line) }
          rest.removeSubrange(...end)
        }
        if rest.count > mostBytes { rest = [] }
      }
      if status == nil {
        status = ended(process)
        // Now `strace` has its end of the pipe, or will have none.
        if status != nil { close(ends[1]) }
        end = .now
      } else if ContinuousClock.now - end > patience {
        break
      }
    }
    return status ?? 1
  }

  /// Returns the exit status of the program; nil while it runs.
  private static func ended(_ process: pid_t) -> Int32? {
    var status: Int32 = 0
    guard unsafe waitpid(process, &status, WNOHANG) == process else { return nil }
    ProgramSignals.end()
    return ChildProgram.exitStatus(status)
  }

  /// Returns the path of a program in `PATH`.
  private static func find(_ name: String) -> String? {
    let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }
      .first { unsafe access($0, X_OK) == 0 }
  }
}
