import ArgumentParser
import Foundation
import Pando
import PandoCluster

/// The program that a question about a journal is put to.
struct JournalProgram: ParsableArguments {
  @Flag(help: "Print JSON.")
  var json = false

  @Argument(
    parsing: .postTerminator,
    help: "The program that has the store, with its arguments, behind --.")
  var command: [String] = []

  func validate() throws {
    if command.isEmpty {
      throw ValidationError(
        "Give the program that has the store, as it is started: pando journal log -- ./orders")
    }
  }

  static func check(_ from: UInt64?, _ to: UInt64?) throws {
    if let from, let to, from > to {
      throw ValidationError("Commit \(from) is not before commit \(to).")
    }
  }

  /// Becomes the program, with the question in its environment. Its answer goes to where this command would print, and
  /// what it prints itself to standard error.
  func ask(
    _ command: JournalQuestion.Command, usesDebugger: Bool = false,
    _ complete: (inout JournalQuestion) -> Void
  ) throws {
    var question = JournalQuestion(command, isJSON: json)
    complete(&question)
    if !usesDebugger {
      question.descriptor = dup(STDOUT_FILENO)
      guard question.descriptor >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
        throw ValidationError("Standard output cannot be used: \(Self.problem).")
      }
    }
    let text = String(decoding: try JSONEncoder().encode(question), as: UTF8.self)
    unsafe setenv(JournalQuestion.variable, text, 1)
    let words = usesDebugger ? ["lldb", "-o", "run", "--"] + self.command : self.command
    // The threads of the concurrency pool have signals blocked, and the program is to have none.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    unsafe execvp(words[0], arguments)
    printError("error: \(words[0]) cannot be started: \(Self.problem).")
    throw ExitCode(66)
  }

  private static var problem: String { unsafe String(cString: strerror(errno)) }
}
