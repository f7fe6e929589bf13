import Foundation
import Glibc
import Pando
import PandoCluster

/// A program that is asked about its journal, as a child of this process.
enum AskedProgram {
  /// The descriptors of the answer, and of the pipe that says when it begins.
  private static let answer: Int32 = 100
  private static let begin: Int32 = 101
  /// The time without an answer after which a person is told.
  private static let patienceMilliseconds: Int32 = 30_000

  /// Runs a program to its end.
  ///
  /// - Parameter isAnswered: False where a debugger may stop it, and shares its output.
  /// - Returns: Its exit status; 128 and the signal's number where one ended it.
  static func run(
    _ command: [String], _ question: JournalQuestion, isAnswered: Bool
  ) throws(ChildProgram.Failure) -> Int32 {
    var question = question
    if isAnswered { (question.descriptor, question.pipe) = (answer, begin) }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else {
      throw ChildProgram.Failure("open a pipe", errno, status: 66)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let text: String
    do {
      text = String(decoding: try JSONEncoder().encode(question), as: UTF8.self)
    } catch {
      throw ChildProgram.Failure(sentence: "The question cannot be written: \(error)", status: 2)
    }
    unsafe setenv(JournalQuestion.variable, text, 1)
    ProgramSignals.take()
    let process: pid_t
    do {
      defer { close(ends[1]) }
      process = try ChildProgram.spawn(
        command,
        moving: isAnswered
          ? [(STDOUT_FILENO, answer), (STDERR_FILENO, STDOUT_FILENO), (ends[1], begin)] : [],
        failureStatus: 66)
    }
    ProgramSignals.begin(process)
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
      throw ChildProgram.Failure(
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
    ProgramSignals.end()
    return ChildProgram.exitStatus(status)
  }
}
