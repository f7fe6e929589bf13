import Foundation
import Glibc
import Pando
import PandoCluster
import Synchronization

/// A program that is asked about its journal, as a child of this process.
enum AskedProgram {
  /// Why there is no answer, in a sentence, with the exit status for it.
  struct Failure: Error {
    var sentence: String
    var status: Int32
  }

  /// The descriptors of the answer, and of the pipe that says when it begins.
  private static let answer: Int32 = 100
  private static let begin: Int32 = 101
  /// The time without an answer after which a person is told.
  private static let patienceMilliseconds: Int32 = 30_000

  private static let processID = Atomic<pid_t>(0)

  /// Runs a program to its end.
  ///
  /// - Parameter isAnswered: False where a debugger may stop it, and shares its output.
  /// - Returns: Its exit status; 128 and the signal's number where one ended it.
  static func run(
    _ command: [String], _ question: JournalQuestion, isAnswered: Bool
  ) throws(Failure) -> Int32 {
    var question = question
    if isAnswered { (question.descriptor, question.pipe) = (answer, begin) }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw failure("open a pipe", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let text: String
    do {
      text = String(decoding: try JSONEncoder().encode(question), as: UTF8.self)
    } catch {
      throw Failure(sentence: "The question cannot be written: \(error)", status: 2)
    }
    unsafe setenv(JournalQuestion.variable, text, 1)
    takeSignals()
    let process: pid_t
    do throws(ChildProgram.Failure) {
      process = try ChildProgram.spawn(
        command,
        moving: isAnswered
          ? [(STDOUT_FILENO, answer), (STDERR_FILENO, STDOUT_FILENO), (ends[1], begin)] : [],
        endedBy: [SIGINT, SIGTERM])
      close(ends[1])
    } catch {
      close(ends[1])
      throw failure("start \(command[0])", error.number)
    }
    processID.store(process, ordering: .sequentiallyConsistent)
    if isAnswered, hasBegun(ends[0]) == nil {
      printError(
        """
        note: \(command[0]) runs, and has not opened a journal yet. Has it one, and does it get the variable \
        \(JournalQuestion.variable)? Ctrl-C ends it.
        """)
    }
    let status = ended(process)
    if isAnswered, hasBegun(ends[0]) != true {
      let end = status == 0 ? "" : ", with status \(status)"
      throw Failure(
        sentence: """
          \(command[0]) has ended without opening a journal\(end). Give the program that has the store, with the \
          arguments with which it is started.
          """, status: 2)
    }
    return status
  }

  /// Waits until the answer begins or the program has ended. Returns whether it has begun; nil where neither comes in time.
  private static func hasBegun(_ end: Int32) -> Bool? {
    var ready = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
    let deadline = ContinuousClock.now + .milliseconds(Int64(patienceMilliseconds))
    while ContinuousClock.now < deadline {
      guard unsafe poll(&ready, 1, 100) > 0 else { continue }
      return ready.revents & Int16(POLLIN) != 0
    }
    return nil
  }

  /// Waits for the end of the program; returns its exit status.
  private static func ended(_ process: pid_t) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    processID.store(-1, ordering: .sequentiallyConsistent)
    return ChildProgram.exitStatus(status)
  }

  /// Has the program end by the signals that would end this process: one from the terminal comes to both.
  private static func takeSignals() {
    _ = Glibc.signal(SIGINT, SIG_IGN)
    _ = Glibc.signal(SIGTERM) { number in
      let process = AskedProgram.processID.load(ordering: .sequentiallyConsistent)
      if process > 0 { kill(process, number) }
    }
  }

  private static func failure(_ attempt: String, _ number: Int32) -> Failure {
    Failure(
      sentence: "Could not \(attempt): \(unsafe String(cString: strerror(number))).", status: 66)
  }
}
