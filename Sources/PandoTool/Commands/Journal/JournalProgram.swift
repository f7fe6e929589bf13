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

  /// Runs the program, with the question in its environment, and ends with its status. Its answer goes to where this command
  /// would print, and what it prints itself to standard error.
  func ask(
    _ command: JournalQuestion.Command, usesDebugger: Bool = false,
    _ complete: (inout JournalQuestion) -> Void
  ) throws {
    var question = JournalQuestion(command, isJSON: json)
    complete(&question)
    let words = usesDebugger ? ["lldb", "-o", "run", "--"] + self.command : self.command
    let status: Int32
    do throws(ChildProgram.Failure) {
      status = try AskedProgram.run(words, question, isAnswered: !usesDebugger)
    } catch {
      printError("error: \(error.sentence)")
      status = error.status
    }
    if status != 0 { throw ExitCode(status) }
  }
}
