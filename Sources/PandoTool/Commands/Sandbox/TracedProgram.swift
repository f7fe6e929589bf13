import Glibc
import PandoHosting
import Synchronization

/// A program that runs under `strace`, as a child of this process.
enum TracedProgram {
  /// Why it could not be run, in a sentence, with the exit status for it.
  struct Failure: Error {
    /// The sentence, which says how to mend it.
    var sentence: String
    /// The exit status.
    var status: Int32
  }

  /// The number of the program; 0 before it is there, and negative when it has ended.
  private static let processID = Atomic<pid_t>(0)
  /// A signal that has come, and is not passed on yet; 0 for none.
  private static let signal = Atomic<Int32>(0)
  /// True where an interrupt from the terminal goes to the program, too.
  private static let sharesTerminal = Atomic<Bool>(false)

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
  ) throws(Failure) -> Int32 {
    guard let strace = find("strace") else {
      throw Failure(
        sentence: """
          "strace" is not in PATH. It is in the package strace: apt-get install strace, or dnf install strace.
          """, status: 69)
    }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw failure("open a pipe", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    takeSignals()
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
        arguments, moving: printsToError ? [(STDERR_FILENO, STDOUT_FILENO)] : [])
    } catch {
      close(ends[1])
      throw failure("start \(strace)", error.number)
    }
    processID.store(process, ordering: .sequentiallyConsistent)
    passSignal()
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
    processID.store(-1, ordering: .sequentiallyConsistent)
    return ChildProgram.exitStatus(status)
  }

  /// Has SIGINT and SIGTERM go to the program, which then ends.
  private static func takeSignals() {
    let terminal = unsafe open("/dev/tty", O_RDONLY | O_CLOEXEC)
    if terminal >= 0 {
      sharesTerminal.store(tcgetpgrp(terminal) == getpgrp(), ordering: .sequentiallyConsistent)
      close(terminal)
    }
    for number in [SIGINT, SIGTERM] {
      _ = Glibc.signal(number) { number in
        // Only what a handler may do. Whoever sees both the signal and the program passes it on, once.
        typealias Traced = TracedProgram
        if number == SIGINT, Traced.sharesTerminal.load(ordering: .relaxed) { return }
        Traced.signal.store(number, ordering: .sequentiallyConsistent)
        Traced.passSignal()
      }
    }
  }

  /// Sends the program a signal that has come.
  private static func passSignal() {
    let process = processID.load(ordering: .sequentiallyConsistent)
    guard process > 0 else { return }
    let number = signal.exchange(0, ordering: .sequentiallyConsistent)
    if number > 0 { kill(process, number) }
  }

  /// Returns the failure of a call of the system.
  private static func failure(_ attempt: String, _ number: Int32) -> Failure {
    Failure(
      sentence: "Could not \(attempt): \(unsafe String(cString: strerror(number))).", status: 1)
  }

  /// Returns the path of a program in `PATH`.
  private static func find(_ name: String) -> String? {
    let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }
      .first { unsafe access($0, X_OK) == 0 }
  }
}
