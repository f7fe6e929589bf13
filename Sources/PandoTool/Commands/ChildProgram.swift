import Glibc

/// Programs that a command runs as children of its process, with its input and terminal.
enum ChildProgram {
  /// Why a program could not be run, in a sentence, with the exit status for it.
  struct Failure: Error {
    /// The sentence, which says how to mend it.
    var sentence: String
    var status: Int32

    init(sentence: String, status: Int32) { (self.sentence, self.status) = (sentence, status) }

    /// A call of the system failed.
    init(_ attempt: String, _ number: Int32, status: Int32) {
      self.init(
        sentence: "Could not \(attempt): \(unsafe String(cString: strerror(number))).",
        status: status)
    }
  }

  /// Starts a program, which is looked for in `PATH` where its name has no slash.
  ///
  /// - Parameters:
  ///   - words: Its name and its arguments.
  ///   - moves: Descriptors of this process, and the ones that the program is to have them as, in order.
  ///   - failureStatus: The exit status where it cannot be started.
  static func spawn(
    _ words: [String], moving moves: [(from: Int32, to: Int32)], failureStatus: Int32
  ) throws(Failure) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for move in moves {
      unsafe posix_spawn_file_actions_adddup2(&actions, move.from, move.to)
    }
    // The threads of the concurrency pool have signals blocked, and the program is to have none.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var blocked = sigset_t()
    unsafe sigemptyset(&blocked)
    unsafe posix_spawnattr_setsigmask(&attributes, &blocked)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var process: pid_t = 0
    let problem = unsafe posix_spawnp(
      &process, words[0], &actions, &attributes, &arguments, environ)
    guard problem == 0 else {
      throw Failure("start \(words[0])", problem, status: failureStatus)
    }
    return process
  }

  /// Returns the exit status that a status of `waitpid` stands for; 128 and the signal's number where one ended the program.
  static func exitStatus(_ status: Int32) -> Int32 {
    status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}
