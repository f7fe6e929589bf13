import CConfinement
import CProcess
import Foundation
import Glibc
import PandoHosting

/// A child process of this one, known by a descriptor that stands for it and for no other, so that a
/// signal never goes to a process that has taken over its number.
///
/// The child ends with its standard input, of which this process holds the only other end; so it goes
/// however this process goes. A thread of the child sees the end, and no other of this process is needed. A child that was
/// stopped runs no thread: the system makes it go on when the thread that started it ends, or this process.
struct ChildProcess {
  let processID: Int32
  /// Becomes readable when the process has ended.
  let descriptor: Int32
  /// Where the things come from that it prints, until the one who reads them closes it.
  let output: Int32
  /// Tells when the process crashes, before it has ended.
  let crash: CrashPipe
  private let grants: GrantDesk
  private var input: Int32

  /// The number of the descriptor on which a worker tells of its crash.
  private static let crashDescriptor = STDERR_FILENO + 1
  /// The number of the descriptor on which a worker asks for granted files.
  private static let grantsDescriptor = crashDescriptor + 1

  /// Starts an executable, in a session of its own: an interrupt from the terminal is for the program, which then ends
  /// its children, and what those start is known by the session.
  ///
  /// - Parameters:
  ///   - name: What `ps` shows of it, beside the name of the program.
  ///   - socketFolder: The folder in which it listens, where it is confined.
  init(
    executable: String, arguments: [String], name: String, from start: WorkerStart,
    socketFolder: String? = nil
  ) throws(SpawnError) {
    var isMade = false
    var pipe: [Int32] = [-1, -1]
    guard pando_pipe(&pipe) == 0 else { throw SpawnError(system: "open a pipe for a worker") }
    defer {
      close(pipe[0])
      if !isMade { close(pipe[1]) }
    }
    var printed: [Int32] = [-1, -1]
    guard pando_pipe(&printed) == 0 else {
      throw SpawnError(system: "open a pipe for what a worker prints")
    }
    defer {
      close(printed[1])
      if !isMade { close(printed[0]) }
    }
    var crash: [Int32] = [-1, -1]
    guard pando_pipe(&crash) == 0 else {
      throw SpawnError(system: "open a pipe for the end of a worker")
    }
    defer { close(crash[1]) }
    // Closes its end of the pipe itself.
    self.crash = CrashPipe(crash[0])
    let grants = try GrantDesk()
    defer {
      close(grants.workerEnd)
      if !isMade { grants.close() }
    }
    self.grants = grants
    processID = try Self.spawn(
      arguments: [Self.title(name, executable)] + arguments, from: start,
      descriptors: [pipe[0], printed[1], printed[1], crash[1], grants.workerEnd],
      variables: [
        "\(CrashNotice.variable)=\(Self.crashDescriptor)",
        "\(GrantQuestions.variable)=\(Self.grantsDescriptor)",
      ],
      Confinement.Needs(
        executable: executable, socket: socketFolder.map(SocketFolder.socketPath)))
    output = printed[0]
    let descriptor = pando_pidfd_open(processID)
    guard descriptor >= 0 else {
      let error = SpawnError(system: "watch process \(processID)")
      // It is a child that nobody has waited for, so the number is still its own.
      pando_discard(processID)
      throw error
    }
    self.descriptor = descriptor
    input = pipe[1]
    isMade = true
  }

  /// Returns the first word of its command line: `pando: worker 2 of MyApp`.
  static func title(_ name: String, _ executable: String) -> String {
    let path = URL(fileURLWithPath: executable).resolvingSymlinksInPath()
    return "pando: \(name) of \(path.lastPathComponent)"
  }

  /// Starts the process of a worker.
  ///
  /// - Parameters:
  ///   - arguments: Its command line, from the first word on.
  ///   - descriptors: Those that it has as its first ones, and no others.
  ///   - variables: What tells it of them, beside the variables of `start`.
  ///   - needs: What it needs beside its sandbox, where it has one.
  /// - Returns: The number of the process.
  static func spawn(
    arguments: [String], from start: WorkerStart, descriptors: [Int32], variables: [String],
    _ needs: Confinement.Needs
  ) throws(SpawnError) -> Int32 {
    var ours = ["\(SpawnMark.variable)=\(getpid())"] + variables
    // That which stands for a confined worker's own folder in `/proc`.
    let ownFolder = Int32(descriptors.count)
    var descriptors = descriptors
    var child = pando_confinement()
    var rules: Int32?
    defer { if let rules { close(rules) } }
    if let confinement = start.confinement {
      rules = try confinement.makeRules(needs)
      child = confinement.child(rules: rules.map { _ in ownFolder + 1 }, ownFolder: ownFolder)
      // The first of the two is there for its number alone: the child puts another in its place.
      if let rules { descriptors += [rules, rules] }
      let words = ConfinedWorker.words(
        ownFolder: rules.map { _ in ownFolder }, filter: confinement.filter)
      ours.append("\(ConfinedWorker.variable)=\(words)")
    }
    let prepare: pando_preparation? = start.confinement == nil ? nil : pando_confine
    let variables = start.environment + ours.map { Array($0.utf8CString) }
    let outcome = withCStrings(arguments.map { Array($0.utf8CString) }) { arguments in
      withCStrings(variables) { environment in
        pando_spawn(
          needs.executable, arguments, environment, start.folder, descriptors,
          Int32(descriptors.count), prepare, &child)
      }
    }
    if outcome <= -PANDO_SPAWN_CONFINE {
      throw SpawnError(
        lasting:
          "a worker cannot be confined: \(String(cString: strerror(-outcome - PANDO_SPAWN_CONFINE)))"
      )
    }
    if outcome <= -PANDO_SPAWN_FOLDER {
      throw SpawnError(folder: start.folderName, errno: -outcome - PANDO_SPAWN_FOLDER)
    }
    guard outcome > 0 else { throw SpawnError(executable: needs.executable, errno: -outcome) }
    return outcome
  }

  /// Lets the process end by itself.
  mutating func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Ends the process at once.
  func kill() {
    _ = pando_pidfd_send_signal(descriptor, SIGKILL)
  }

  /// Returns whether the number of the process, which has ended, is no other one's; nil while it runs.
  private func isNumberFree() -> Bool? {
    let hasEnded = pando_has_ended(descriptor)
    if hasEnded >= 0 { return hasEnded == 1 ? true : nil }
    if errno == EINTR { return nil }
    // Somebody else in this program waits for every child.
    return Glibc.kill(processID, 0) != 0 && errno == ESRCH
  }

  /// Returns the end that the process comes to when it has crashed, while its backtrace may still be printed; nil
  /// while it has not.
  func takeCrash() -> ProcessEnd? {
    guard let words = crash.take(), let signal = words.signal else { return nil }
    return Self.killed(by: signal).told(words)
  }

  private static func killed(by signal: Int32) -> ProcessEnd {
    .killed(signal: signal, name: "signal \(signal) (\(String(cString: strsignal(signal))))")
  }

  /// Returns the end of the process; nil while it runs. Ends the use of the descriptors when it
  /// has, and what it has started and left: that would go on beside the next worker's, and hold the pipe for what the
  /// process has printed.
  mutating func reap() -> ProcessEnd? {
    // Looked at once: a process that ends after this look is taken at the next, as it must not be taken from the system
    // before what it has started.
    guard let isNumberFree = isNumberFree() else { return nil }
    if isNumberFree { ProcessSession.killFollowers(of: processID) }
    var code: Int32 = 0
    var status: Int32 = 0
    let outcome = pando_reap(descriptor, &code, &status)
    if outcome == 0 || (outcome < 0 && errno == EINTR) { return nil }
    closeInput()
    grants.close()
    close(descriptor)
    let isKilled = outcome > 0 && code != Int32(CLD_EXITED)
    let words = crash.end(by: isKilled ? status : nil)
    // Somebody else in this program waits for every child.
    guard outcome > 0 else { return ProcessEnd.unknown.told(words) }
    return (isKilled ? Self.killed(by: status) : .exited(status: status)).told(words)
  }
}

private func withCStrings<Result>(
  _ strings: [[CChar]],
  _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
  pointers.append(nil)
  defer { for pointer in pointers { free(pointer) } }
  return pointers.withUnsafeMutableBufferPointer { buffer in
    guard let base = buffer.baseAddress else { preconditionFailure("there is the closing nil") }
    return body(base)
  }
}
